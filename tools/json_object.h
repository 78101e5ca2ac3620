#ifndef TICKGRAPH_TOOLS_JSON_OBJECT_H_
#define TICKGRAPH_TOOLS_JSON_OBJECT_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "tickgraph/observe/json_text.h"

namespace tickgraph {

/// Builds one JSON object member by member, in the order of the calls.
///
///   JsonObject object;
///   object.Add("frames", 300).Add("name", name).AddJson("counts", counts.text());
///   out << object.text();                               // {"frames": 300, "name": …}
class JsonObject {
 public:
  JsonObject& Add(std::string_view key, std::string_view value) {
    return AddJson(key, JsonString(value));
  }
  JsonObject& Add(std::string_view key, const char* value) {
    return Add(key, std::string_view(value));
  }
  JsonObject& Add(std::string_view key, std::int64_t value) {
    return AddJson(key, std::to_string(value));
  }
  JsonObject& AddNumber(std::string_view key, double value) {
    std::string number;
    AppendJsonNumber(number, value);
    return AddJson(key, number);
  }
  JsonObject& AddBool(std::string_view key, bool value) {
    return AddJson(key, value ? "true" : "false");
  }
  JsonObject& AddNull(std::string_view key) { return AddJson(key, "null"); }
  /// `json` is JSON text already.
  JsonObject& AddJson(std::string_view key, std::string_view json) {
    if (!members_.empty()) members_ += ", ";
    AppendJsonString(members_, key);
    members_ += ": ";
    members_ += json;
    return *this;
  }

  std::string text() const { return "{" + members_ + "}"; }

 private:
  std::string members_;
};

/// Builds one JSON array; each item is JSON text.
class JsonArray {
 public:
  JsonArray& AddJson(std::string_view json) {
    if (!items_.empty()) items_ += ",\n  ";
    items_ += json;
    return *this;
  }

  std::string text() const { return "[" + items_ + "]"; }

 private:
  std::string items_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_TOOLS_JSON_OBJECT_H_
