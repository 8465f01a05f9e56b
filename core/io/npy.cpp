// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/npy.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>

namespace tt {
namespace {

static_assert(std::endian::native == std::endian::little, "NPY files are read and written as they lie");

constexpr std::string_view kMagic("\x93NUMPY", 6);
constexpr std::size_t kMostNumbers = std::size_t{1} << 26, kMostAxes = 8, kAlign = 64;

struct Header {
  std::string descr;
  bool fortran = false;
  std::vector<std::size_t> shape;
};

tl::unexpected<Error> strange(std::string_view source, std::string what, std::string allowed) {
  return fail("NPY file " + std::string(source), std::move(what), std::move(allowed));
}

/// The text behind `'key':` in the dictionary of the header.
std::optional<std::string_view> entry(std::string_view header, std::string_view key) {
  const std::string quoted = "'" + std::string(key) + "'";
  std::size_t at = header.find(quoted);
  if (at == std::string_view::npos) return std::nullopt;
  at = header.find(':', at + quoted.size());
  if (at == std::string_view::npos) return std::nullopt;
  at = header.find_first_not_of(' ', at + 1);
  return at == std::string_view::npos ? std::nullopt : std::optional(header.substr(at));
}

std::optional<std::vector<std::size_t>> shape_from(std::string_view text) {
  if (text.empty() || text.front() != '(') return std::nullopt;
  std::vector<std::size_t> shape;
  text.remove_prefix(1);
  while (true) {
    while (!text.empty() && (text.front() == ' ' || text.front() == ',')) text.remove_prefix(1);
    if (text.empty()) return std::nullopt;
    if (text.front() == ')') return shape;
    std::size_t size = 0;
    const auto [end, trouble] = std::from_chars(text.data(), text.data() + text.size(), size);
    if (trouble != std::errc() || shape.size() == kMostAxes) return std::nullopt;
    shape.push_back(size);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  }
}

Expected<Header> header_from(std::string_view text, std::string_view source) {
  Header header;
  const auto descr = entry(text, "descr"), order = entry(text, "fortran_order"), shape = entry(text, "shape");
  const std::size_t end = descr ? descr->find('\'', 1) : std::string_view::npos;
  if (!descr || descr->front() != '\'' || end == std::string_view::npos || !order || !shape)
    return strange(source, "no readable header", "descr, fortran_order and shape");
  header.descr = std::string(descr->substr(1, end - 1));
  header.fortran = order->starts_with("True");
  const auto sizes = shape_from(*shape);
  if (!sizes) return strange(source, "no readable shape", "up to 8 whole numbers");
  header.shape = *sizes;
  return header;
}

double half(std::uint16_t bits) {
  const double sign = bits & 0x8000 ? -1.0 : 1.0;
  const int exponent = (bits >> 10) & 31, fraction = bits & 1023;
  if (exponent == 31) return fraction ? std::nan("") : sign * HUGE_VAL;
  return sign * (exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25));
}

template <class T>
double number_at(const char* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return static_cast<double>(value);
}

double half_at(const char* bytes) {
  std::uint16_t bits = 0;
  std::memcpy(&bits, bytes, sizeof bits);
  return half(bits);
}

struct Kind {
  std::string_view name;
  std::size_t size;
  double (*read)(const char*);
};
constexpr Kind kKinds[] = {{"f2", 2, half_at},
                           {"f4", 4, number_at<float>},
                           {"f8", 8, number_at<double>},
                           {"i1", 1, number_at<std::int8_t>},
                           {"i2", 2, number_at<std::int16_t>},
                           {"i4", 4, number_at<std::int32_t>},
                           {"i8", 8, number_at<std::int64_t>},
                           {"u1", 1, number_at<std::uint8_t>},
                           {"u2", 2, number_at<std::uint16_t>},
                           {"u4", 4, number_at<std::uint32_t>},
                           {"u8", 8, number_at<std::uint64_t>},
                           {"b1", 1, number_at<std::uint8_t>}};

const Kind* kind_of(std::string_view descr) {
  if (descr.size() != 3 || descr.front() == '>') return nullptr;
  for (const Kind& kind : kKinds)
    if (kind.name == descr.substr(1)) return &kind;
  return nullptr;
}

/// Place in row-major order of the k-th number in column-major order.
std::size_t row_major(std::size_t k, const std::vector<std::size_t>& shape) {
  std::size_t at = 0;
  std::vector<std::size_t> index(shape.size());
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    index[axis] = k % shape[axis];
    k /= shape[axis];
  }
  for (std::size_t axis = 0; axis < shape.size(); ++axis) at = at * shape[axis] + index[axis];
  return at;
}

/// Numbers that a shape holds; nullopt above the limit.
std::optional<std::size_t> count_of(const std::vector<std::size_t>& shape) {
  std::size_t count = 1;
  for (const std::size_t size : shape) {
    if (size > kMostNumbers) return std::nullopt;
    count *= size;
    if (count > kMostNumbers) return std::nullopt;
  }
  return count;
}

}  // namespace

Expected<NpyArray> read_npy(std::string_view bytes, std::string_view source) {
  if (!bytes.starts_with(kMagic) || bytes.size() < 12)
    return strange(source, "no NPY file", "one written by numpy.save");
  const int major = bytes[6];
  std::size_t length = 0, start = 0;
  if (major == 1) {
    length = static_cast<std::size_t>(number_at<std::uint16_t>(bytes.data() + 8));
    start = 10;
  } else if (major == 2 || major == 3) {
    length = static_cast<std::size_t>(number_at<std::uint32_t>(bytes.data() + 8));
    start = 12;
  } else {
    return strange(source, "version " + std::to_string(major), "1 to 3");
  }
  if (length > bytes.size() - start) return strange(source, "cut off in the header", "a whole file");
  const auto header = header_from(bytes.substr(start, length), source);
  if (!header) return tl::unexpected(header.error());
  const Kind* kind = kind_of(header->descr);
  if (!kind)
    return strange(source, "numbers of type " + header->descr,
                   "little-endian f2 f4 f8, i1..i8, u1..u8 or b1");
  const auto count = count_of(header->shape);
  if (!count) return strange(source, "too many numbers", "up to 2^26");
  const std::string_view data = bytes.substr(start + length);
  if (data.size() < *count * kind->size)
    return strange(source, std::to_string(data.size()) + " bytes of numbers",
                   std::to_string(*count * kind->size));
  NpyArray array{header->shape, std::vector<double>(*count)};
  for (std::size_t k = 0; k < *count; ++k)
    array.values[header->fortran ? row_major(k, array.shape) : k] = kind->read(data.data() + k * kind->size);
  return array;
}

std::string write_npy(std::span<const std::size_t> shape, std::span<const double> values) {
  std::string sizes;
  for (const std::size_t size : shape) sizes += std::to_string(size) + ", ";
  if (shape.size() > 1) sizes.resize(sizes.size() - 2);  // one axis keeps its comma: (3,)
  if (shape.size() == 1) sizes.pop_back();
  std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (" + sizes + "), }";
  const std::size_t before = kMagic.size() + 4;
  while ((before + header.size() + 1) % kAlign != 0) header.push_back(' ');
  header.push_back('\n');
  std::string out(kMagic);
  out += std::string("\x01\x00", 2);
  out.push_back(static_cast<char>(header.size() & 255));
  out.push_back(static_cast<char>(header.size() >> 8));
  out += header;
  out.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
  return out;
}

}  // namespace tt
