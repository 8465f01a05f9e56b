// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/tex_text.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "ui/scene/rich_runs.h"

namespace tt {
namespace {

struct Sign {
  std::string_view utf8, tex;
  bool mathematics = true;
};

constexpr std::array kSigns = {Sign{"α", "\\alpha"},
                               Sign{"β", "\\beta"},
                               Sign{"ε", "\\varepsilon"},
                               Sign{"λ", "\\lambda"},
                               Sign{"μ", "\\mu"},
                               Sign{"ν", "\\nu"},
                               Sign{"σ", "\\sigma"},
                               Sign{"τ", "\\tau"},
                               Sign{"φ", "\\varphi"},
                               Sign{"ψ", "\\psi"},
                               Sign{"Δ", "\\Delta"},
                               Sign{"Λ", "\\Lambda"},
                               Sign{"Σ", "\\Sigma"},
                               Sign{"Φ", "\\Phi"},
                               Sign{"Ψ", "\\Psi"},
                               Sign{"×", "\\times"},
                               Sign{"·", "\\cdot"},
                               Sign{"±", "\\pm"},
                               Sign{"−", "-"},
                               Sign{"≥", "\\ge"},
                               Sign{"≤", "\\le"},
                               Sign{"≠", "\\ne"},
                               Sign{"≈", "\\approx"},
                               Sign{"∞", "\\infty"},
                               Sign{"⟨", "\\langle"},
                               Sign{"⟩", "\\rangle"},
                               Sign{"⌊", "\\lfloor"},
                               Sign{"⌋", "\\rfloor"},
                               Sign{"¬", "\\neg"},
                               Sign{"→", "\\to"},
                               Sign{"√", "\\surd"},
                               Sign{"∈", "\\in"},
                               Sign{"∑", "\\sum"},
                               Sign{"′", "'"},
                               Sign{"✓", "\\surd"},
                               Sign{"✗", "\\times"},
                               Sign{"½", "\\frac12"},
                               Sign{"⁰", "^0"},
                               Sign{"¹", "^1"},
                               Sign{"²", "^2"},
                               Sign{"³", "^3"},
                               Sign{"⁴", "^4"},
                               Sign{"⁵", "^5"},
                               Sign{"⁶", "^6"},
                               Sign{"⁷", "^7"},
                               Sign{"⁸", "^8"},
                               Sign{"⁹", "^9"},
                               Sign{"⁻", "^-"},
                               Sign{"₀", "_0"},
                               Sign{"₁", "_1"},
                               Sign{"₂", "_2"},
                               Sign{"₃", "_3"},
                               Sign{"₄", "_4"},
                               Sign{"₅", "_5"},
                               Sign{"₆", "_6"},
                               Sign{"₇", "_7"},
                               Sign{"₈", "_8"},
                               Sign{"₉", "_9"},
                               Sign{"₋", "_-"},
                               Sign{"…", "\\dots{}", false},
                               Sign{"–", "--", false},
                               Sign{"—", "---", false},
                               Sign{"§", "\\S{}", false},
                               Sign{"\u00a0", "~", false},
                               Sign{"\u202f", "\\,", false},
                               Sign{"’", "'", false},
                               Sign{"“", "``", false},
                               Sign{"”", "''", false},
                               Sign{"ä", "\\\"a", false},
                               Sign{"ö", "\\\"o", false},
                               Sign{"ü", "\\\"u", false},
                               Sign{"ß", "\\ss{}", false},
                               Sign{"é", "\\'e", false},
                               Sign{"\\", "\\textbackslash{}", false},
                               Sign{"%", "\\%", false},
                               Sign{"&", "\\&", false},
                               Sign{"#", "\\#", false},
                               Sign{"$", "\\$", false},
                               Sign{"_", "\\_", false},
                               Sign{"{", "\\{", false},
                               Sign{"}", "\\}", false},
                               Sign{"~", "\\textasciitilde{}", false},
                               Sign{"^", "\\textasciicircum{}", false},
                               Sign{"<", "<"},
                               Sign{">", ">"},
                               Sign{"|", "|"}};

/// The sign that the text begins with; nullptr: an ordinary letter.
const Sign* sign_at(std::string_view text) {
  const auto at = std::find_if(kSigns.begin(), kSigns.end(),
                               [text](const Sign& one) { return text.starts_with(one.utf8); });
  return at == kSigns.end() ? nullptr : &*at;
}

}  // namespace

std::string tex_plain(const std::string& plain) {
  std::string out;
  std::string_view rest = plain;
  while (!rest.empty()) {
    const Sign* sign = sign_at(rest);
    if (sign == nullptr) {
      out.push_back(rest.front());
      rest.remove_prefix(1);
      continue;
    }
    out += sign->mathematics ? "\\ensuremath{" + std::string(sign->tex) + "}" : std::string(sign->tex);
    rest.remove_prefix(sign->utf8.size());
  }
  return out;
}

std::string tex_text(const std::string& marked) {
  std::string out;
  for (const RichRun& run : rich_runs(marked)) {
    std::string part = tex_plain(run.text.toStdString());
    if (run.italic) part = "\\textit{" + part + "}";
    if (run.script > 0) part = "\\textsuperscript{" + part + "}";
    if (run.script < 0) part = "\\textsubscript{" + part + "}";
    out += part;
  }
  return out;
}

}  // namespace tt
