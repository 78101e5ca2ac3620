#include "tickgraph/observe/order_hash.h"

#include <algorithm>
#include <vector>

namespace tickgraph {

void OrderHash::AddBytes(std::string_view bytes) {
  constexpr std::uint64_t kPrime = 0x100000001B3U;
  for (const char byte : bytes) {
    value_ = (value_ ^ static_cast<unsigned char>(byte)) * kPrime;
  }
}

void OrderHash::AddNumber(std::uint64_t number) {
  char bytes[8];
  for (char& byte : bytes) {
    byte = static_cast<char>(number & 0xFF);
    number >>= 8;
  }
  AddBytes({bytes, sizeof bytes});
}

void OrderHash::Add(const FrameRecord& record, const ScheduleSnapshot& snapshot) {
  std::vector<const CardRun*> runs;
  std::vector<std::uint64_t> keys;
  for (const CardRun& run : record.runs) {
    if (run.lane != Lane::kGameThread) continue;
    runs.push_back(&run);
    keys.push_back(run.plan_key);
  }
  std::stable_sort(runs.begin(), runs.end(),
                   [](const CardRun* a, const CardRun* b) { return a->start_ns < b->start_ns; });
  std::sort(keys.begin(), keys.end());
  AddNumber(runs.size());
  for (const CardRun* run : runs) {
    // The rank tells cards of equal names apart; the key itself may differ between runs.
    const auto rank = std::lower_bound(keys.begin(), keys.end(), run->plan_key) - keys.begin();
    const std::string_view name = snapshot.NameOf(run->card);
    AddNumber(static_cast<std::uint64_t>(rank));
    AddNumber(static_cast<std::uint64_t>(GroupIndex(run->group)));
    AddNumber(name.size());
    AddBytes(name);
  }
}

std::uint64_t HashOrder(const FrameRecord& record, const ScheduleSnapshot& snapshot) {
  OrderHash hash;
  hash.Add(record, snapshot);
  return hash.value();
}

}  // namespace tickgraph
