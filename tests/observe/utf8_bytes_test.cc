#include "tickgraph/observe/utf8_bytes.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "tests/support/awkward_names.h"

namespace tickgraph {
namespace {

bool IsUtf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    // The escapes are valid characters that Utf8CharacterLength refuses on purpose.
    const std::string_view rest = text.substr(at);
    const std::size_t length = rest.starts_with("\xF4\x8F") ? 4 : Utf8CharacterLength(rest);
    if (length == 0) return false;
    at += length;
  }
  return true;
}

TEST(Utf8BytesTest, ValidTextStaysAsItIs) {
  for (const std::string text : {"", "plain", "caf\u00E9", "\u2192", "\U0001F600", "a\"\\\n"}) {
    EXPECT_EQ(Utf8FromBytes(text), text);
    EXPECT_EQ(BytesFromUtf8(text), text);
  }
}

TEST(Utf8BytesTest, AnInvalidByteBecomesOnePrivateCharacter) {
  EXPECT_EQ(Utf8FromBytes("caf\xE9!"), "caf\U0010FEE9!");
  EXPECT_EQ(Utf8FromBytes("\x80\xFF"), "\U0010FE80\U0010FEFF");
}

TEST(Utf8BytesTest, RefusesWhatUnicodeRefuses) {
  for (const std::string_view bad : {"\xC0\xAF", "\xE0\x80\x80", "\xED\xA0\x80", "\xF0\x80\x80\x80",
                                     "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xE2\x86", "\x80"}) {
    EXPECT_EQ(Utf8CharacterLength(bad), 0U);
  }
  EXPECT_EQ(Utf8CharacterLength("\xED\x9F\xBF"), 3U);
  EXPECT_EQ(Utf8CharacterLength("\xF4\x8F\xB7\xBF"), 4U);
  EXPECT_EQ(Utf8CharacterLength("\xF4\x8F\xBC\x80"), 4U);
}

// rule F5, case-U1
TEST(Utf8BytesTest, AwkwardNamesComeBack) {
  for (const std::string& name : AwkwardNames()) {
    const std::string text = Utf8FromBytes(name);
    EXPECT_TRUE(IsUtf8(text));
    EXPECT_EQ(BytesFromUtf8(text), name);
  }
}

TEST(Utf8BytesTest, TheEscapeItselfComesBack) {
  const std::string name = "\U0010FEE9 and \xE9";
  EXPECT_NE(Utf8FromBytes(name), name);
  EXPECT_EQ(BytesFromUtf8(Utf8FromBytes(name)), name);
}

TEST(Utf8BytesTest, RandomBytesComeBack) {
  std::mt19937 random(7);
  const std::string likely = "\xF4\x8F\xB8\xB9\xBB\x80\xBF\xED\xA0\xE2\x86\x92 a\\\"";
  for (int round = 0; round < 2000; ++round) {
    std::string name;
    for (auto left = random() % 24; left > 0; --left) {
      name.push_back(random() % 4 == 0 ? static_cast<char>(random() & 0xFF)
                                       : likely[random() % likely.size()]);
    }
    const std::string text = Utf8FromBytes(name);
    ASSERT_TRUE(IsUtf8(text));
    ASSERT_EQ(BytesFromUtf8(text), name);
  }
}

}  // namespace
}  // namespace tickgraph
