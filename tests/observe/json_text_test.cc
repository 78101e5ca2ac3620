#include "tickgraph/observe/json_text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/awkward_names.h"
#include "tickgraph/observe/utf8_bytes.h"

namespace tickgraph {
namespace {

TEST(JsonTextTest, EscapesWhatJsonCannotHold) {
  EXPECT_EQ(JsonString("plain"), "\"plain\"");
  EXPECT_EQ(JsonString("a\"b\\c\n\t\r\x01"), "\"a\\\"b\\\\c\\n\\t\\r\\u0001\"");
  EXPECT_EQ(JsonString(std::string_view("\0", 1)), "\"\\u0000\"");
  EXPECT_EQ(JsonString("\u2192"), "\"\u2192\"");
  EXPECT_EQ(JsonString("\xE9"), "\"\U0010FEE9\"");
}

// rule F5, case-U1
TEST(JsonTextTest, AwkwardNamesComeBackThroughAStrictParser) {
  for (const std::string& name : AwkwardNames()) {
    const auto parsed = nlohmann::json::parse(JsonString(name), nullptr, false);
    ASSERT_TRUE(parsed.is_string()) << JsonString(name);
    EXPECT_EQ(BytesFromUtf8(parsed.get<std::string>()), name);
  }
}

TEST(JsonTextTest, NumbersComeBackExactly) {
  for (const double value : {0.0, 1.5, -2.25, 0.1, 1.0 / 3.0, 1e300, 5e-324, 123456789.125}) {
    std::string text;
    AppendJsonNumber(text, value);
    EXPECT_EQ(nlohmann::json::parse(text).get<double>(), value) << text;
  }
}

TEST(JsonTextTest, WhatIsNoNumberIsNull) {
  std::string text;
  AppendJsonNumber(text, std::numeric_limits<double>::infinity());
  AppendJsonNumber(text, std::nan(""));
  EXPECT_EQ(text, "nullnull");
}

}  // namespace
}  // namespace tickgraph
