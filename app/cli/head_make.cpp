// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "app/cli/command.h"
#include "app/cli/head_exact.h"
#include "app/cli/output.h"
#include "core/heads/constructions/constructions.h"
#include "core/heads/constructions/overlap_lp.h"

namespace tt::cli {
namespace {

struct MakeOptions {
  int m = 0, n = 3, rank = 1, degree = 1;
  double epsilon = 0.5, tau = 0.0, offset = 0.0;
  std::uint64_t seed = 1;
  std::string kind;
  std::filesystem::path family, out;
};

Expected<int> write(const Json& head, Json document, const MakeOptions& options, const Context& context) {
  if (const auto written = write_document(options.out, head); !written)
    return tl::unexpected(written.error());
  document["file"] = options.out.string();
  print(context, document);
  return kDone;
}

Expected<int> write(const std::string& kind, const Expected<Head>& head, const MakeOptions& options,
                    const Context& context) {
  if (!head) return tl::unexpected(head.error());
  const MapFacts known = facts(head->map);
  return write(to_json(*head),
               Json{{"kind", kind},
                    {"m", head->map.m},
                    {"rank", whole(std::round(std::exp2(known.rank_log2)))},
                    {"rank_log2", known.rank_log2},
                    {"nonnegative", known.nonnegative},
                    {"finite_features", known.finite_features},
                    {"source", head->source}},
               options, context);
}

Expected<int> write(const ExactHead& head, const MakeOptions& options, const Context& context) {
  const Json json = to_json(head);
  return write(json, Json{{"kind", json["kind"]}, {"m", head.m}, {"rank", 1}, {"rank_log2", 0.0}}, options,
               context);
}

Expected<int> make_rank_one(const MakeOptions& o, const Context& context) {
  return write("rank-one", rank_one_head(o.m), o, context);
}
Expected<int> make_softmax(const MakeOptions& o, const Context& context) {
  return write("softmax", softmax_head(o.m, o.n, o.epsilon, o.tau), o, context);
}
Expected<int> make_exact(const MakeOptions& o, const Context& context) {
  return write("exact", exact_product_head(o.m, o.n, o.epsilon, o.tau), o, context);
}
Expected<int> make_affine(const MakeOptions& o, const Context& context) {
  return write("affine", affine_head(o.m, o.offset), o, context);
}
Expected<int> make_overlap(const MakeOptions& o, const Context& context) {
  const auto solution = overlap_lp(o.m, o.n, o.epsilon, context.stop);
  if (!solution) return tl::unexpected(solution.error());
  if (*solution) return write("overlap", head_of(**solution), o, context);
  if (context.stop.stop_requested()) return interrupted("no kernel found until then, nothing written");
  say("no kernel of the overlap alone solves this; nothing written");
  return kFailed;
}
Expected<int> make_degree(const MakeOptions& o, const Context& context) {
  return write(ExactHead{ExactKind::degree, o.m, o.degree}, o, context);
}
Expected<int> make_scalar(const MakeOptions& o, const Context& context) {
  return write(ExactHead{ExactKind::scalar, o.m}, o, context);
}
Expected<int> make_family(const MakeOptions& o, const Context& context) {
  const auto family = load_family(o.family);
  if (!family) return tl::unexpected(family.error());
  return write("family", family_head(*family, o.epsilon), o, context);
}
Expected<int> make_random(const MakeOptions& o, const Context& context) {
  const double tau = o.tau > 0.0 ? o.tau : advised_tau(o.n, o.epsilon);
  return write(o.kind, random_head(*map_kind(o.kind), o.m, o.rank, tau, o.seed), o, context);
}

void declare_m(OptionReader& reader, MakeOptions& options, int most = kMaxBits) {
  reader.whole("--m", options.m, 1, most, "bits of a token")->required();
}
void declare_out(OptionReader& reader, MakeOptions& options) {
  reader.path("--out", options.out, "write the head there")->required();
}
void declare_tau(OptionReader& reader, MakeOptions& options) {
  reader.whole("--n", options.n, 1, 1'000'000, "length for which tau is chosen");
  reader.epsilon(options.epsilon);
  reader.real("--tau", options.tau, 0.0, 1e6, "temperature; 0 is the advised log(n/epsilon)");
}

void add_theorem_kinds(CLI::App& make, Context& context) {
  const auto bits_only = [](OptionReader& reader, MakeOptions& options) {
    declare_m(reader, options);
    declare_out(reader, options);
  };
  const auto with_tau = [](OptionReader& reader, MakeOptions& options) {
    declare_m(reader, options);
    declare_tau(reader, options);
    declare_out(reader, options);
  };
  add_command<MakeOptions>(make, context, "rank-one", "constant kernel, exact up to length 2", bits_only,
                           make_rank_one);
  add_command<MakeOptions>(make, context, "softmax", "dense softmax attention", with_tau, make_softmax);
  add_command<MakeOptions>(make, context, "exact", "the softmax kernel through 2^m positive features",
                           with_tau, make_exact);
  add_command<MakeOptions>(
      make, context, "affine", "the kernel c - overlap, of rank m + 1",
      [](OptionReader& reader, MakeOptions& options) {
        declare_m(reader, options);
        reader.real("--offset", options.offset, 0.0, 4096.0, "c, at least m; 0 stands for m");
        declare_out(reader, options);
      },
      make_affine);
  add_command<MakeOptions>(
      make, context, "overlap", "the cheapest kernel of the overlap alone that a linear program finds",
      [](OptionReader& reader, MakeOptions& options) {
        declare_m(reader, options, 8);
        reader.whole("--n", options.n, 3, 8, "length that it solves");
        reader.epsilon(options.epsilon);
        declare_out(reader, options);
      },
      make_overlap);
}

void add_other_kinds(CLI::App& make, Context& context) {
  add_command<MakeOptions>(
      make, context, "degree", "rank one with a readout of degree D, exact at length D + 1",
      [](OptionReader& reader, MakeOptions& options) {
        declare_m(reader, options);
        reader.whole("--degree", options.degree, 1, kMaxDegree, "degree D of the readout")->required();
        declare_out(reader, options);
      },
      make_degree);
  add_command<MakeOptions>(
      make, context, "scalar", "one scalar feature and unrestricted exact decoding, exact at every length",
      [](OptionReader& reader, MakeOptions& options) {
        declare_m(reader, options, kMaxScalarBits);
        declare_out(reader, options);
      },
      make_scalar);
  add_command<MakeOptions>(
      make, context, "family", "the head that solves a three-token family with one feature a word",
      [](OptionReader& reader, MakeOptions& options) {
        reader.path("--family", options.family, "family file")->required();
        reader.epsilon(options.epsilon);
        declare_out(reader, options);
      },
      make_family);
  add_command<MakeOptions>(
      make, context, "random", "features of seeded random projections",
      [](OptionReader& reader, MakeOptions& options) {
        reader.choice("KIND", options.kind, {"elu1", "relu", "exp", "favor"}, "map of the projections")
            ->required();
        declare_m(reader, options);
        reader.whole("--rank", options.rank, 1, 65536, "number of features")->required();
        declare_tau(reader, options);
        reader.seed(options.seed);
        declare_out(reader, options);
      },
      make_random);
}

}  // namespace

void add_head_make(CLI::App& head, Context& context) {
  CLI::App* make = head.add_subcommand("make", "write a head file");
  make->require_subcommand(1);
  add_theorem_kinds(*make, context);
  add_other_kinds(*make, context);
}

}  // namespace tt::cli
