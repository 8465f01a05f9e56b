// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of the controls panel: which choice of the session each one reads and writes.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "core/base/log2_number.h"
#include "core/heads/constructions/constructions.h"
#include "core/session/limits.h"
#include "core/session/results.h"
#include "ui/window/controls_panel.h"

namespace tt {
namespace {

using Steps = NumberRow::Steps;

int whole(double value) { return static_cast<int>(std::llround(value)); }
std::uint64_t seed(double value) { return static_cast<std::uint64_t>(std::llround(value)); }
constexpr double kSeedHigh = 9999.0;

/// Maps in the order offered; the last stands for a loaded or constructed head.
constexpr std::array kOffered{MapKind::constant, MapKind::affine,  MapKind::geometric, MapKind::exact_product,
                              MapKind::taylor2,  MapKind::elu1,    MapKind::relu,      MapKind::exp,
                              MapKind::favor,    MapKind::softmax, MapKind::table};

bool loaded(MapKind kind) { return kind == MapKind::table || kind == MapKind::overlap; }

int offered_index(MapKind kind) {
  const MapKind shown = loaded(kind) ? MapKind::table : kind;
  return static_cast<int>(std::find(kOffered.begin(), kOffered.end(), shown) - kOffered.begin());
}

void choose_map(Session& s, int index) {
  const MapKind kind = kOffered[static_cast<std::size_t>(index)];
  if (kind != MapKind::table) {
    s.map = kind;
    return;
  }
  const std::string stored =
      s.head_json.is_object() ? s.head_json.value("kind", std::string("table")) : "table";
  s.map = stored == map_name(MapKind::overlap) ? MapKind::overlap : MapKind::table;
}

/// Given words are taken back by choosing the greedy code; they come with a family.
void choose_code(Session& s, int index) {
  if (index == 0) s.code_words.clear();
}

bool projects(MapKind kind) { return kind == MapKind::elu1 || kind == MapKind::relu || kind == MapKind::exp; }

/// What is known of the map the session chooses; empty where it cannot be made.
std::optional<MapFacts> known_facts(const Session& s) {
  const auto head = session_head(s);
  return head ? std::optional(facts(head->map)) : std::nullopt;
}

QString rank_hint(const Session& s) {
  const auto known = known_facts(s);
  if (!known) return ControlsPanel::tr("no head loaded");
  if (known->rank_is_free) return {};
  return known->finite_features ? ControlsPanel::tr("fixed by the map")
                                : ControlsPanel::tr("dense: its features would be 2^m");
}

double shown_rank(const Session& s) {
  const auto known = known_facts(s);
  return !known || known->rank_is_free ? s.rank : std::exp2(std::min(known->rank_log2, 12.0));
}

QString fixed_rank(const Session& s) {
  const auto known = known_facts(s);
  if (!known) return QStringLiteral("–");
  return known->rank_is_free ? QString() : QString::fromStdString(text_from_log2(known->rank_log2));
}

bool free_rank(const Session& s) { return projects(s.map) || s.map == MapKind::favor; }

QString length_hint(const Session& s) {
  if (s.n <= 2) return ControlsPanel::tr("one feature is enough");
  if (s.n == 3) return ControlsPanel::tr("two candidates compete");
  return ControlsPanel::tr("%1 candidates compete").arg(s.n - 1);
}

}  // namespace

void ControlsPanel::build_task() {
  heading(tr("Task"));
  number(
      QStringLiteral("m"), Steps::whole, {limits::m.low, limits::m.high},
      [](const Session& s) { return s.m; }, [](Session& s, double v) { s.m = whole(v); });
  number(
      QStringLiteral("n"), Steps::whole, {limits::n.low, limits::n.high},
      [](const Session& s) { return s.n; }, [](Session& s, double v) { s.n = whole(v); })
      .hint = length_hint;
  number(
      QStringLiteral("epsilon"), Steps::linear, {0.01, 0.5}, [](const Session& s) { return s.epsilon; },
      [](Session& s, double v) { s.epsilon = v; });
  add_buttons("sequence", {{"random_sequence", &ControlsPanel::random_asked},
                           {"hard_sequence", &ControlsPanel::hard_asked},
                           {"own_sequence", &ControlsPanel::own_asked}});
}

void ControlsPanel::build_head() {
  heading(tr("Head"));
  choose(
      QStringLiteral("map"),
      {tr("constant (rank one)"), tr("affine c − ⟨x,z⟩"), tr("geometric q^⟨x,z⟩"), tr("exact, 2^m features"),
       tr("Taylor, degree 2"), tr("ELU + 1, random"), tr("ReLU, random"), tr("exp, random"),
       tr("FAVOR+, random"), tr("dense softmax"), tr("loaded or constructed")},
      [](const Session& s) { return offered_index(s.map); }, choose_map);
  NumberBinding& rank =
      number(QStringLiteral("rank"), Steps::logarithmic, {limits::rank.low, limits::rank.high}, shown_rank,
             [](Session& s, double v) { s.rank = whole(v); });
  rank.row->box()->set_whole(true);
  rank.hint = rank_hint;
  rank.fixed = fixed_rank;
  NumberBinding& tau = number(
      QStringLiteral("tau"), Steps::logarithmic, {limits::tau.low, limits::tau.high},
      [](const Session& s) { return s.tau; }, [](Session& s, double v) { s.tau = v; });
  tau.hint = [](const Session& s) {
    return tr("<a href=\"set\">advised log(n/ε) = %1</a>")
        .arg(QString::fromStdString(text(advised_tau(s.n, s.epsilon))));
  };
  tau.mark = [](const Session& s) { return std::optional<double>(advised_tau(s.n, s.epsilon)); };
  connect(tau.row, &NumberRow::hint_clicked, this, [this] {
    Session next = model_.session();
    next.tau = advised_tau(next.n, next.epsilon);
    model_.edit(tr("advised τ"), std::move(next));
  });
  number(
      QStringLiteral("ratio"), Steps::linear, {limits::ratio.low, limits::ratio.high},
      [](const Session& s) { return s.ratio; }, [](Session& s, double v) { s.ratio = v; })
      .shown = [](const Session& s) { return s.map == MapKind::geometric; };
  NumberBinding& offset = number(
      QStringLiteral("offset"), Steps::linear, {1, 128},
      [](const Session& s) { return s.offset == 0.0 ? s.m : s.offset; },
      [](Session& s, double v) { s.offset = v; });
  offset.shown = [](const Session& s) { return s.map == MapKind::affine; };
  offset.range = [](const Session& s) { return Range{static_cast<double>(s.m), 4.0 * s.m}; };
  number(
      QStringLiteral("scale"), Steps::logarithmic, {limits::scale.low, limits::scale.high},
      [](const Session& s) { return s.scale; }, [](Session& s, double v) { s.scale = v; })
      .shown = [](const Session& s) { return projects(s.map); };
  number(
      QStringLiteral("head_seed"), Steps::whole, {0, kSeedHigh},
      [](const Session& s) { return static_cast<double>(s.head_seed); },
      [](Session& s, double v) { s.head_seed = seed(v); })
      .shown = free_rank;
  add_buttons("learning", {{"open_training", &ControlsPanel::train_asked},
                           {"experiment_one", &ControlsPanel::experiment_asked}});
}

void ControlsPanel::build_code() {
  heading(tr("Code and chain"));
  const auto greedy = [](const Session& s) { return s.code_words.empty(); };
  choose(
      QStringLiteral("code_words"), {tr("greedy code"), tr("given words")},
      [](const Session& s) { return s.code_words.empty() ? 0 : 1; }, choose_code)
      .shown = [](const Session& s) { return !s.code_words.empty(); };
  NumberBinding& distance = number(
      QStringLiteral("distance"), Steps::whole, {1, 12}, [](const Session& s) { return s.distance; },
      [](Session& s, double v) { s.distance = whole(v); });
  distance.range = [](const Session& s) {
    const int w = s.weight < 0 ? s.m / 2 : s.weight;
    return Range{1.0, std::max(1.0, static_cast<double>(std::min(w, s.m - w)))};
  };
  distance.shown = greedy;
  NumberBinding& weight = number(
      QStringLiteral("weight"), Steps::whole, {0, 12},
      [](const Session& s) { return s.weight < 0 ? s.m / 2 : s.weight; },
      [](Session& s, double v) { s.weight = whole(v) == s.m / 2 ? -1 : whole(v); });
  weight.range = [](const Session& s) { return Range{0.0, static_cast<double>(s.m)}; };
  weight.shown = greedy;
  NumberBinding& words = number(
      QStringLiteral("words"), Steps::logarithmic, {limits::words.low, limits::words.high},
      [](const Session& s) { return s.words; }, [](Session& s, double v) { s.words = whole(v); });
  words.row->box()->set_whole(true);
  words.shown = greedy;
  choose(
      QStringLiteral("order"), {tr("lexicographic"), tr("random")},
      [](const Session& s) { return static_cast<int>(s.order); },
      [](Session& s, int i) { s.order = static_cast<CodeOrder>(i); })
      .shown = greedy;
  number(
      QStringLiteral("code_seed"), Steps::whole, {0, kSeedHigh},
      [](const Session& s) { return static_cast<double>(s.code_seed); },
      [](Session& s, double v) { s.code_seed = seed(v); })
      .shown = [greedy](const Session& s) { return greedy(s) && s.order == CodeOrder::random; };
  choose(
      QStringLiteral("gap_choice"), {tr("best"), tr("equal")},
      [](const Session& s) { return static_cast<int>(s.gap_choice); },
      [](Session& s, int i) { s.gap_choice = static_cast<GapChoice>(i); });
  NumberBinding& gap = number(
      QStringLiteral("gap"), Steps::whole, {1, 12}, [](const Session& s) { return s.gap; },
      [](Session& s, double v) { s.gap = whole(v); });
  gap.range = [](const Session& s) { return Range{1.0, static_cast<double>(s.m)}; };
  gap.shown = [](const Session& s) { return s.gap_choice == GapChoice::equal; };
  // Words are counted from one on screen.
  for (const bool first : {true, false})
    number(
        first ? QStringLiteral("pair_i") : QStringLiteral("pair_j"), Steps::whole, {1, 10},
        [first](const Session& s) { return (first ? s.pair_i : s.pair_j) + 1; },
        [first](Session& s, double v) { (first ? s.pair_i : s.pair_j) = whole(v) - 1; })
        .range = [](const Session& s) {
      return Range{1.0, static_cast<double>(s.code_words.empty() ? static_cast<std::size_t>(s.words)
                                                                 : s.code_words.size())};
    };
}

void ControlsPanel::build_matrix() {
  heading(tr("Near-identity matrix"));
  choose(
      QStringLiteral("matrix"), {tr("of this head and code"), tr("synthetic"), tr("imported")},
      [](const Session& s) { return static_cast<int>(s.matrix); },
      [](Session& s, int i) { s.matrix = static_cast<MatrixSource>(i); })
      .offered = [](const Session& s, int i) {
    return static_cast<MatrixSource>(i) != MatrixSource::given || !s.given.empty();
  };
  const auto synthetic = [](const Session& s) { return s.matrix == MatrixSource::synthetic; };
  NumberBinding& size = number(
      QStringLiteral("synthetic_size"), Steps::logarithmic,
      {limits::synthetic_size.low, limits::synthetic_size.high},
      [](const Session& s) { return s.synthetic_size; },
      [](Session& s, double v) { s.synthetic_size = whole(v); });
  size.row->box()->set_whole(true);
  size.shown = synthetic;
  number(
      QStringLiteral("synthetic_lambda"), Steps::logarithmic,
      {limits::synthetic_lambda.low, limits::synthetic_lambda.high},
      [](const Session& s) { return s.synthetic_lambda; },
      [](Session& s, double v) { s.synthetic_lambda = v; })
      .shown = synthetic;
  choose(
      QStringLiteral("synthetic_signed"), {tr("0 to 1/λ"), tr("−1/λ to 1/λ")},
      [](const Session& s) { return s.synthetic_signed ? 1 : 0; },
      [](Session& s, int i) { s.synthetic_signed = i == 1; })
      .shown = synthetic;
  number(
      QStringLiteral("matrix_seed"), Steps::whole, {0, kSeedHigh},
      [](const Session& s) { return static_cast<double>(s.matrix_seed); },
      [](Session& s, double v) { s.matrix_seed = seed(v); })
      .shown = synthetic;
}

void ControlsPanel::build_phase() {
  heading(tr("Phase transition"));
  number(
      QStringLiteral("phase_n_max"), Steps::whole, {limits::phase_n_max.low, limits::phase_n_max.high},
      [](const Session& s) { return s.phase_n_max; }, [](Session& s, double v) { s.phase_n_max = whole(v); });
  choose(
      QStringLiteral("phase_map"), {tr("curve at this m"), tr("map over m and n")},
      [](const Session& s) { return s.phase_map ? 1 : 0; }, [](Session& s, int i) { s.phase_map = i == 1; });
  add_buttons("small_ranks", {{"brackets", &ControlsPanel::brackets_asked}});
}

void ControlsPanel::build_bench() {
  heading(tr("Lemma bench"));
  number(
      QStringLiteral("bench_d"), Steps::whole, {1, 64}, [](const Session& s) { return s.bench.d; },
      [](Session& s, double v) { s.bench.d = whole(v); });
  const auto kernel_value = [this](const char* key, double BenchInput::*field) {
    number(
        QLatin1String(key), Steps::linear, {0.0, 10.0}, [field](const Session& s) { return s.bench.*field; },
        [field](Session& s, double v) { s.bench.*field = v; });
  };
  kernel_value("bench_a", &BenchInput::a);
  kernel_value("bench_b", &BenchInput::b);
  kernel_value("bench_c", &BenchInput::c);
}

}  // namespace tt
