// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

namespace tt {

enum class Vision { protan, deutan, tritan };

/// How a colour looks to eyes that lack one kind of cone (Machado, Oliveira and Fernandes 2009, severity 1,
/// in linear light).
[[nodiscard]] QColor seen_by(Vision vision, QColor colour);

/// CIE 1976 colour difference; about 2 can just be told apart side by side, 10 at a glance.
[[nodiscard]] double difference(QColor a, QColor b);

/// CIE lightness, 0..100: what is left in grey.
[[nodiscard]] double lightness(QColor colour);

}  // namespace tt
