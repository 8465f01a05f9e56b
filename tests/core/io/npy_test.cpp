// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/npy.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>

namespace tt {
namespace {

/// A file as numpy.save writes it.
std::string npy(const std::string& descr, bool fortran, const std::string& shape, const std::string& data) {
  std::string header = "{'descr': '" + descr + "', 'fortran_order': " + (fortran ? "True" : "False") +
                       ", 'shape': " + shape + ", }";
  while ((header.size() + 11) % 64 != 0) header.push_back(' ');
  header.push_back('\n');
  std::string out("\x93NUMPY\x01\x00", 8);
  out.push_back(static_cast<char>(header.size() & 255));
  out.push_back(static_cast<char>(header.size() >> 8));
  return out + header + data;
}

template <class T>
std::string bytes_of(std::initializer_list<T> values) {
  std::string out;
  for (const T value : values) out.append(reinterpret_cast<const char*>(&value), sizeof value);
  return out;
}

TEST(Npy, WhatIsWrittenIsReadBack) {
  std::mt19937 random(7);
  for (const std::vector<std::size_t>& shape :
       std::vector<std::vector<std::size_t>>{{1}, {5}, {3, 4}, {2, 3, 4}, {0, 3}, {1, 1, 1, 7}}) {
    std::size_t count = 1;
    for (const std::size_t size : shape) count *= size;
    std::vector<double> values(count);
    for (double& value : values)
      value = std::ldexp(static_cast<double>(random()), static_cast<int>(random() % 60) - 30);
    const auto read = read_npy(write_npy(shape, values), "a.npy");
    ASSERT_TRUE(read) << read.error().message();
    EXPECT_EQ(read->shape, shape);
    EXPECT_EQ(read->values, values);
  }
}

TEST(Npy, ReadsEveryKindOfNumber) {
  const auto values = [](const std::string& descr, const std::string& data) {
    const auto read = read_npy(npy(descr, false, "(2,)", data), "k.npy");
    EXPECT_TRUE(read) << descr;
    return read ? read->values : std::vector<double>();
  };
  const std::vector<double> expected{1.0, 2.0};
  EXPECT_EQ(values("<f8", bytes_of<double>({1, 2})), expected);
  EXPECT_EQ(values("<f4", bytes_of<float>({1, 2})), expected);
  EXPECT_EQ(values("<f2", bytes_of<std::uint16_t>({0x3c00, 0x4000})), expected);
  EXPECT_EQ(values("<i4", bytes_of<std::int32_t>({1, 2})), expected);
  EXPECT_EQ(values("<u2", bytes_of<std::uint16_t>({1, 2})), expected);
  EXPECT_EQ(values("|u1", bytes_of<std::uint8_t>({1, 2})), expected);
  EXPECT_EQ(values("|i1", bytes_of<std::int8_t>({-1, 2})), (std::vector<double>{-1.0, 2.0}));
  EXPECT_EQ(values("|b1", bytes_of<std::uint8_t>({1, 0})), (std::vector<double>{1.0, 0.0}));
}

TEST(Npy, HalvesAreExact) {
  // All finite halves against their definition: sign, five bits of exponent, ten of fraction.
  for (std::uint32_t bits = 0; bits < 65536; ++bits) {
    const int exponent = static_cast<int>((bits >> 10) & 31);
    if (exponent == 31) continue;
    const double fraction = (bits & 1023) / 1024.0;
    const double size = exponent == 0 ? std::ldexp(fraction, -14) : std::ldexp(1.0 + fraction, exponent - 15);
    const auto read =
        read_npy(npy("<f2", false, "(1,)", bytes_of<std::uint16_t>({static_cast<std::uint16_t>(bits)})), "h");
    ASSERT_EQ(read->values.front(), bits & 0x8000 ? -size : size) << bits;
  }
}

TEST(Npy, FortranOrderIsTurned) {
  const auto read = read_npy(npy("<f8", true, "(2, 3)", bytes_of<double>({1, 4, 2, 5, 3, 6})), "f.npy");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->values, (std::vector<double>{1, 2, 3, 4, 5, 6}));
}

TEST(Npy, BadFilesAreNamed) {
  const std::string good = npy("<f8", false, "(2,)", bytes_of<double>({1, 2}));
  for (const std::string& bad :
       {std::string(), std::string("PK\x03\x04"), good.substr(0, 40), good.substr(0, good.size() - 1),
        npy(">f8", false, "(2,)", bytes_of<double>({1, 2})),
        npy("<c16", false, "(1,)", bytes_of<double>({1, 2})),
        npy("<f8", false, "(2", bytes_of<double>({1, 2})),
        npy("<f8", false, "(99999999999, 99999999999)", ""),
        npy("<f8", false, "(-2,)", bytes_of<double>({1, 2})),
        std::string("\x93NUMPY\x09", 7) + good.substr(7)}) {
    const auto read = read_npy(bad, "bad.npy");
    ASSERT_FALSE(read);
    EXPECT_NE(read.error().message().find("bad.npy"), std::string::npos);
  }
}

TEST(Npy, NoCutFileIsReadAndNoneCrashes) {
  const std::string good = npy("<f8", false, "(2, 2)", bytes_of<double>({1, 2, 3, 4}));
  for (std::size_t length = 0; length < good.size(); ++length)
    EXPECT_FALSE(read_npy(std::string_view(good).substr(0, length), "cut")) << length;
}

}  // namespace
}  // namespace tt
