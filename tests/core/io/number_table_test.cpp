// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/number_table.h"

#include <gtest/gtest.h>

#include <clocale>
#include <cmath>

namespace tt {
namespace {

using Rows = std::vector<std::vector<double>>;

NumberTable table(const std::string& text) {
  auto read = parse_number_table(text, "t.csv");
  EXPECT_TRUE(read) << (read ? "" : read.error().message());
  return read.value_or(NumberTable());
}

TEST(NumberTable, SeparatorsGiveTheSameNumbers) {
  const Rows expected{{1, 0.25}, {-3, 2e-7}};
  for (const char* text :
       {"1,0.25\n-3,2e-7\n", "1;0.25\n-3;2E-7", "1\t0.25\r\n-3\t2e-7\r\n", "1 0.25\n-3   2e-7\n",
        "\xef\xbb\xbf"
        "1,0.25\n\n# a remark\n-3,2e-7",
        " 1 , +0.25 \n -3 , 2e-7 "})
    EXPECT_EQ(table(text).rows, expected) << text;
}

TEST(NumberTable, DecimalCommaOnlyWhereItCannotSeparate) {
  EXPECT_EQ(table("0,25;1,5\n2;3").rows, (Rows{{0.25, 1.5}, {2, 3}}));
  EXPECT_EQ(table("20.66,1").rows, (Rows{{20.66, 1}}));
}

TEST(NumberTable, SameNumbersInEveryLocale) {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  if (!std::setlocale(LC_ALL, "de_DE.UTF-8")) static_cast<void>(std::setlocale(LC_ALL, "C.UTF-8"));
  const auto rows = table("20.66,1e3\n").rows;
  std::setlocale(LC_ALL, before.c_str());
  EXPECT_EQ(rows, (Rows{{20.66, 1000}}));
}

TEST(NumberTable, HeadersAreNames) {
  const NumberTable read = table("step,\"loss, mean\",max_error\n0,1,2\n10,0.5,1\n");
  EXPECT_EQ(read.columns, (std::vector<std::string>{"step", "loss, mean", "max_error"}));
  EXPECT_EQ(read.rows.size(), 2u);
}

TEST(NumberTable, StrangeNumbersStay) {
  const Rows rows = table("nan,inf,-inf\n,1e999,1e-999\n").rows;
  EXPECT_TRUE(std::isnan(rows[0][0]));
  EXPECT_EQ(rows[0][1], HUGE_VAL);
  EXPECT_EQ(rows[0][2], -HUGE_VAL);
  EXPECT_TRUE(std::isnan(rows[1][0]));
  EXPECT_EQ(rows[1][1], HUGE_VAL);
  EXPECT_EQ(rows[1][2], 0.0);
}

TEST(NumberTable, MistakesNameTheirPlace) {
  const auto message = [](const char* text) {
    const auto read = parse_number_table(text, "t.csv");
    return read ? std::string("read") : read.error().message();
  };
  EXPECT_NE(message("1,2\n3,x4\n").find("line 2, column 2 of t.csv (x4"), std::string::npos);
  EXPECT_NE(message("1,2\n3\n").find("line 2 of t.csv (1 fields, allowed: 2"), std::string::npos);
  EXPECT_NE(message("a,b\n").find("no numbers"), std::string::npos);
  EXPECT_NE(message("").find("no numbers"), std::string::npos);
  EXPECT_NE(message("1.2.3,4\n5,6").find("read"), 0u);
}

}  // namespace
}  // namespace tt
