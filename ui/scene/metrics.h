// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/scene/text_run.h"

namespace tt {

/// Sizes in proportion to the body type: what is 1 px beside 12 px type on the screen is 0.67 pt beside 8 pt
/// on paper.
class Metrics {
 public:
  Metrics(QFont face, double body, bool outlines = false)
      : face_(std::move(face)), body_(body), outlines_(outlines) {}

  [[nodiscard]] double px(double at_body_12) const { return at_body_12 * body_ / 12.0; }
  [[nodiscard]] TextStyle text(double times_body) const { return {face_, body_ * times_body, outlines_}; }
  [[nodiscard]] TextStyle axis_text() const { return text(0.88); }
  [[nodiscard]] TextStyle title_text() const { return bold(text(0.92)); }
  [[nodiscard]] double title_height() const { return body_ * 1.7; }

 private:
  QFont face_;
  double body_;
  bool outlines_;
};

}  // namespace tt
