#include "tools/json_object.h"

#include <gtest/gtest.h>

namespace tickgraph {
namespace {

TEST(JsonObjectTest, KeepsTheOrderOfItsMembers) {
  EXPECT_EQ(JsonObject()
                .Add("b", 1)
                .Add("a", "\"\n")
                .AddNumber("c", 0.5)
                .AddBool("d", true)
                .AddNull("e")
                .AddJson("f", JsonArray().AddJson("1").AddJson("2").text())
                .text(),
            R"({"b": 1, "a": "\"\n", "c": 0.5, "d": true, "e": null, "f": [1,)"
            "\n  2]}");
  EXPECT_EQ(JsonObject().text(), "{}");
  EXPECT_EQ(JsonArray().text(), "[]");
}

}  // namespace
}  // namespace tickgraph
