#include "tickgraph/run/outbox.h"

#include <algorithm>
#include <utility>

namespace tickgraph {

void Outbox::Post(AskedAt at, TickGroup end, Command command) {
  const std::lock_guard lock(mutex_);
  entries_.push_back({std::move(at), end, std::move(command)});
  has_entries_.store(true, std::memory_order_release);
}

std::vector<Outbox::Command> Outbox::Take(TickGroup end) {
  if (!has_entries_.load(std::memory_order_acquire)) return {};
  std::vector<Entry> due;
  {
    const std::lock_guard lock(mutex_);
    const auto first_due = std::stable_partition(
        entries_.begin(), entries_.end(), [end](const Entry& entry) { return entry.end > end; });
    due.assign(std::make_move_iterator(first_due), std::make_move_iterator(entries_.end()));
    entries_.erase(first_due, entries_.end());
    has_entries_.store(!entries_.empty(), std::memory_order_release);
  }
  std::stable_sort(due.begin(), due.end(),
                   [](const Entry& a, const Entry& b) { return a.at < b.at; });
  std::vector<Command> commands;
  commands.reserve(due.size());
  for (Entry& entry : due) commands.push_back(std::move(entry.command));
  return commands;
}

}  // namespace tickgraph
