// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/pdf_bytes.h"

#include <array>
#include <charconv>
#include <string_view>

namespace tt {
namespace {

tl::unexpected<Error> strange_pdf(std::string_view missing) {
  return fail("the PDF as written has no readable " + std::string(missing));
}

std::string decimals(double value) {
  std::array<char, 64> buffer{};
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, 6).ptr;
  return {buffer.data(), end};
}

struct XrefTable {
  std::size_t start = 0;    ///< of the word xref
  std::size_t entries = 0;  ///< of the first 20-byte entry
  std::size_t count = 0;
};

/// Reads the single classic table of offsets that Qt writes.
Expected<XrefTable> find_xref(const std::string& pdf) {
  XrefTable table;
  table.start = pdf.rfind("\nxref\n0 ");
  if (table.start == std::string::npos) return strange_pdf("table of offsets");
  table.start += 1;
  const std::size_t number = table.start + 7;
  const std::size_t line_end = pdf.find('\n', number);
  if (line_end == std::string::npos) return strange_pdf("table of offsets");
  const auto read = std::from_chars(pdf.data() + number, pdf.data() + line_end, table.count);
  table.entries = line_end + 1;
  if (read.ec != std::errc() || table.entries + 20 * table.count > pdf.size())
    return strange_pdf("table of offsets");
  return table;
}

/// Adds `shift` to every offset that lies behind `from`.
Expected<void> shift_offsets(std::string& pdf, std::size_t from, std::ptrdiff_t shift) {
  const auto table = find_xref(pdf);
  if (!table) return tl::unexpected(table.error());
  for (std::size_t i = 0; i < table->count; ++i) {
    const std::size_t at = table->entries + 20 * i;
    std::size_t offset = 0;
    std::from_chars(pdf.data() + at, pdf.data() + at + 10, offset);
    if (offset <= from || pdf[at + 17] != 'n') continue;
    const std::string moved = std::to_string(static_cast<std::ptrdiff_t>(offset) + shift);
    pdf.replace(at, 10, std::string(10 - moved.size(), '0') + moved);
  }
  const std::size_t start = pdf.rfind("startxref\n");
  if (start == std::string::npos) return strange_pdf("startxref");
  const std::size_t number = start + 10;
  pdf.replace(number, pdf.find_first_not_of("0123456789", number) - number, std::to_string(table->start));
  return {};
}

void settle_dates(std::string& pdf) {
  for (const std::string_view key : {"/CreationDate (D:", "/ModDate (D:"}) {
    for (std::size_t at = pdf.find(key); at != std::string::npos; at = pdf.find(key, at + 1)) {
      static constexpr std::string_view kFixed = "20260101000000Z";
      const std::size_t start = at + key.size(), end = pdf.find(')', start);
      if (end == std::string::npos) return;
      for (std::size_t i = start; i < end; ++i) pdf[i] = i - start < kFixed.size() ? kFixed[i - start] : ' ';
    }
  }
}

void settle_identifier(std::string& pdf) {
  const std::size_t trailer = pdf.rfind("\ntrailer");
  if (trailer == std::string::npos) return;
  const std::size_t at = pdf.find("/ID", trailer);
  if (at == std::string::npos) return;
  bool hexadecimal = false;
  for (std::size_t i = at; i < pdf.size() && pdf[i] != ']'; ++i) {
    if (pdf[i] == '<' || pdf[i] == '>')
      hexadecimal = pdf[i] == '<';
    else if (hexadecimal)
      pdf[i] = '0';
  }
}

}  // namespace

Expected<std::string> settle_pdf(std::string pdf, double width_pt, double height_pt, bool dated) {
  static constexpr std::string_view kBox = "/MediaBox [";
  const std::size_t at = pdf.find(kBox);
  const std::size_t end = at == std::string::npos ? at : pdf.find(']', at);
  if (end == std::string::npos) return strange_pdf("page size");
  const std::size_t start = at + kBox.size();
  const std::string box = "0 0 " + decimals(width_pt) + " " + decimals(height_pt);
  const auto shift = static_cast<std::ptrdiff_t>(box.size()) - static_cast<std::ptrdiff_t>(end - start);
  pdf.replace(start, end - start, box);
  if (const auto moved = shift_offsets(pdf, at, shift); !moved) return tl::unexpected(moved.error());
  if (dated) return pdf;
  settle_dates(pdf);
  settle_identifier(pdf);
  return pdf;
}

bool pdf_fonts_embedded(const std::string& pdf) {
  const auto count = [&pdf](std::string_view word) {
    std::size_t n = 0;
    for (std::size_t at = pdf.find(word); at != std::string::npos; at = pdf.find(word, at + 1)) ++n;
    return n;
  };
  const std::size_t fonts =
      count("/Subtype /CIDFontType") + count("/Subtype /TrueType") + count("/Subtype /Type1");
  return count("/Type3") == 0 && count("/FontFile2 ") + count("/FontFile3 ") + count("/FontFile ") >= fonts;
}

}  // namespace tt
