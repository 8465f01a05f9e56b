// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/faces.h"

#include <QFontDatabase>
#include <algorithm>
#include <array>

#include "ui/scene/painter.h"

namespace tt {
namespace {

constexpr std::array kChoices = {FaceChoice{"sans", "Sans, as on the screen", "fonts-inter"},
                                 FaceChoice{"latin-modern", "Latin Modern, as LaTeX sets", "fonts-lmodern"},
                                 FaceChoice{"stix", "STIX, as Times", "fonts-stix"}};

/// Families of a choice: the first one that is installed, then where its missing signs come from.
struct Families {
  QStringList first, then;
};

Families families_of(std::string_view choice) {
  if (choice == "latin-modern")
    return {{QStringLiteral("Latin Modern Roman"), QStringLiteral("LM Roman 10")},
            {QStringLiteral("Latin Modern Math"), QStringLiteral("DejaVu Sans")}};
  return {{QStringLiteral("STIXGeneral"), QStringLiteral("STIX"), QStringLiteral("STIX Two Text")},
          {QStringLiteral("STIX Math"), QStringLiteral("DejaVu Sans")}};
}

Expected<QFont> chosen_face(const FaceChoice& choice) {
  const QStringList present = QFontDatabase::families();
  const Families families = families_of(choice.name);
  const auto found = std::find_if(families.first.begin(), families.first.end(),
                                  [&present](const QString& name) { return present.contains(name); });
  if (found == families.first.end())
    return fail("font family", std::string(choice.name) + " is not installed",
                "after installing the package " + std::string(choice.package) + ", or sans");
  QStringList all{*found};
  for (const QString& name : families.then)
    if (present.contains(name)) all << name;
  QFont font(all);
  font.setHintingPreference(QFont::PreferNoHinting);
  return font;
}

}  // namespace

std::span<const FaceChoice> face_choices() { return kChoices; }

Expected<QFont> figure_face(const std::string& name) {
  if (name.empty() || name == kChoices.front().name) return body_font();
  for (const FaceChoice& choice : kChoices)
    if (choice.name == name) return chosen_face(choice);
  if (!QFontDatabase::families().contains(QString::fromStdString(name)))
    return fail("font family", name, "sans, latin-modern, stix or an installed family");
  return body_font(name);
}

}  // namespace tt
