// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "app/cli/command.h"
#include "app/cli/output.h"
#include "core/certificates/make/make.h"
#include "core/certificates/verify/verify.h"
#include "core/io/number_table.h"

namespace tt::cli {
namespace {

struct MakeOptions {
  std::string kind;
  int m = 12, n = 3;
  double epsilon = 0.5;
  bool is_signed = false;
  std::filesystem::path head, matrix, out;
};

Expected<Json> identity_of(const std::filesystem::path& file) {
  if (file.empty()) return fail("--matrix", "missing", "a file with a square matrix");
  const auto table = read_file(file).and_then(
      [&file](const std::string& text) { return parse_number_table(text, file.filename().string()); });
  if (!table) return tl::unexpected(table.error());
  std::vector<std::vector<Rational>> matrix;
  for (const auto& row : table->rows) {
    std::vector<Rational> exact;
    for (const double value : row) {
      if (!std::isfinite(value)) return fail("entry of the matrix", "not finite", "finite numbers");
      exact.push_back(exactly(value));
    }
    matrix.push_back(std::move(exact));
  }
  return make_identity_certificate(matrix);
}

Expected<Json> make(const MakeOptions& o, std::stop_token stop) {
  if (o.kind == "lower") return make_lower_certificate(o.m, o.n, o.epsilon, o.is_signed, stop);
  if (o.kind == "upper") return make_upper_certificate(o.m, o.n, o.epsilon, stop);
  if (o.kind == "bracket") return make_bracket_certificate(o.m, o.n, o.epsilon, stop);
  if (o.kind == "identity") return identity_of(o.matrix);
  if (o.head.empty()) return fail("--head", "missing", "a head file");
  return load_head(o.head).and_then(
      [&](const Head& head) { return make_head_certificate(head, o.n, o.epsilon, stop); });
}

Json finding_json(const Finding& found) {
  return {{"valid", found.valid},
          {"claim", found.claim.empty() ? Json() : Json(found.claim)},
          {"exact_arithmetic", true},
          {"reason", found.reason.empty() ? Json() : Json(found.reason)}};
}

Expected<int> run_make(const MakeOptions& options, const Context& context) {
  const auto made = make(options, context.stop);
  if (!made) return tl::unexpected(made.error());
  if (auto written = write_document(options.out, *made); !written) return tl::unexpected(written.error());
  Json document = finding_json(verify_certificate(*made));
  document["file"] = options.out.string();
  print(context, document);
  return kDone;
}

struct VerifyOptions {
  std::filesystem::path file;
};

Expected<int> run_verify(const VerifyOptions& options, const Context& context) {
  const auto json = read_json(options.file);
  if (!json) return tl::unexpected(json.error());
  const Finding found = verify_certificate(*json);
  print(context, finding_json(found));
  return found.valid ? kDone : kFailed;
}

}  // namespace

void add_certify(CLI::App& program, Context& context) {
  CLI::App* certify =
      program.add_subcommand("certify", "claims as documents that stand alone, checked in exact arithmetic");
  certify->require_subcommand(1);
  add_command<MakeOptions>(
      *certify, context, "make", "write a certificate, verified",
      [](OptionReader& reader, MakeOptions& o) {
        reader.choice("KIND", o.kind, {"lower", "upper", "bracket", "head", "identity"}, "what is claimed")
            ->required();
        reader.whole("--m", o.m, 1, 10000, "bits of a token");
        reader.whole("--n", o.n, 2, 1'000'000, "length of the sequences");
        reader.epsilon(o.epsilon);
        reader.flag("--signed", o.is_signed, "lower: for kernels of any sign");
        reader.path("--head", o.head, "head: the head file");
        reader.path("--matrix", o.matrix, "identity: a square matrix as CSV");
        reader.path("--out", o.out, "file to write")->required();
      },
      run_make);
  add_command<VerifyOptions>(
      *certify, context, "verify", "check a certificate; exit code 1 where it does not hold",
      [](OptionReader& reader, VerifyOptions& o) { reader.path("FILE", o.file, "certificate")->required(); },
      run_verify);
}

}  // namespace tt::cli
