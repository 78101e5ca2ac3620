#include "tickgraph/simulate/list_search.h"

#include <algorithm>
#include <cstddef>
#include <random>
#include <tuple>
#include <utility>

#include "tickgraph/simulate/frame_run.h"
#include "tickgraph/simulate/makespan_bound.h"
#include "tickgraph/simulate/order_graph.h"

namespace tickgraph {
namespace {

// How far a shaken task may fall behind: as far as the list is long, half as far, a quarter …: so
// many distances.
constexpr std::uint64_t kDistances = 5;
// Less would hardly change a short list.
constexpr std::uint64_t kLeastDistance = 8;

class ListSearch {
 public:
  ListSearch(const Simulator& simulator, int processors, const ListSearchDefinition& definition);

  ListSearchResult Search() &&;

 private:
  using List = std::vector<std::uint32_t>;

  // What a list is sorted by, the smallest first.
  struct Key {
    bool is_late;
    std::int64_t key;
    std::size_t rank;
    std::uint32_t task;

    friend bool operator<(const Key& a, const Key& b) {
      return std::tie(a.is_late, a.key, a.rank) < std::tie(b.is_late, b.key, b.rank);
    }
  };

  bool IsOver() const {
    return result_.lists >= definition_.lists || result_.is_best() || result_.list.size() < 2;
  }
  const SimulatedFrame& Run(const List& list);
  void SortByLatestBegin(const SimulatedFrame& frame, List& list);
  std::int64_t Improve(const SimulatedFrame& first, List& list);
  void Shake(List& list);
  std::uint32_t ReversedPlace(std::uint32_t task) const { return last_place_ - order_.place[task]; }

  const Simulator& simulator_;
  const ListSearchDefinition definition_;
  const OrderGraph order_;
  const TaskLayout reversed_;
  const std::uint32_t last_place_;
  FrameRun forwards_;
  FrameRun backwards_;
  std::mt19937_64 random_;
  std::vector<Key> keys_;
  List reversed_list_;
  ListSearchResult result_;
};

ListSearch::ListSearch(const Simulator& simulator, int processors,
                       const ListSearchDefinition& definition)
    : simulator_(simulator),
      definition_(definition),
      order_(MakeOrderGraph(simulator.graph())),
      reversed_(ReversedGraph(order_.graph)),
      last_place_(static_cast<std::uint32_t>(order_.graph.tasks.size()) - 1),
      forwards_(simulator.layout(), processors),
      backwards_(reversed_, processors),
      random_(definition.seed) {
  const MakespanBound bound(order_, processors);
  result_.lower_bound_ns = bound.quick_ns();
  result_.list = simulator.layout().taking_order;
  result_.frame = forwards_.Run(result_.list);
  result_.plain_makespan_ns = result_.frame.makespan_ns;
  result_.lists = 1;
  if (!IsOver()) result_.lower_bound_ns = bound.Sharpen();
}

const SimulatedFrame& ListSearch::Run(const List& list) {
  ++result_.lists;
  const SimulatedFrame& frame = forwards_.Run(list);
  if (frame.makespan_ns < result_.frame.makespan_ns) {
    result_.frame = frame;
    result_.list = list;
  }
  return frame;
}

// Runs the frame backwards, what finished last first, and sorts by how late each task could begin.
void ListSearch::SortByLatestBegin(const SimulatedFrame& frame, List& list) {
  keys_.clear();
  for (std::size_t rank = list.size(); rank-- > 0;) {
    keys_.push_back({false, -frame.tasks[list[rank]].finish_ns, keys_.size(), list[rank]});
  }
  std::sort(keys_.begin(), keys_.end());
  reversed_list_.clear();
  for (const Key& key : keys_) reversed_list_.push_back(ReversedPlace(key.task));
  ++result_.lists;
  const SimulatedFrame& turned = backwards_.Run(reversed_list_);

  keys_.clear();
  for (std::size_t rank = 0; rank < list.size(); ++rank) {
    keys_.push_back({!simulator_.graph().tasks[list[rank]].engine_stage,
                     -turned.tasks[ReversedPlace(list[rank])].finish_ns, rank, list[rank]});
  }
  std::sort(keys_.begin(), keys_.end());
  for (std::size_t rank = 0; rank < list.size(); ++rank) list[rank] = keys_[rank].task;
}

// Forwards and backwards in turns for as long as the frame, at first that of `list`, gets shorter.
std::int64_t ListSearch::Improve(const SimulatedFrame& first, List& list) {
  const SimulatedFrame* frame = &first;
  std::int64_t makespan_ns = frame->makespan_ns;
  List turned = list;
  while (!IsOver()) {
    SortByLatestBegin(*frame, turned);
    if (IsOver()) break;
    frame = &Run(turned);
    if (frame->makespan_ns >= makespan_ns) break;
    makespan_ns = frame->makespan_ns;
    list = turned;
  }
  return makespan_ns;
}

void ListSearch::Shake(List& list) {
  const std::uint64_t distance =
      std::max(kLeastDistance, std::uint64_t{list.size()} >> (random_() % kDistances));
  keys_.clear();
  for (std::size_t rank = 0; rank < list.size(); ++rank) {
    keys_.push_back({!simulator_.graph().tasks[list[rank]].engine_stage,
                     static_cast<std::int64_t>(rank + random_() % distance), rank, list[rank]});
  }
  std::sort(keys_.begin(), keys_.end());
  for (std::size_t rank = 0; rank < list.size(); ++rank) list[rank] = keys_[rank].task;
}

ListSearchResult ListSearch::Search() && {
  List best = result_.list;
  List list;
  std::int64_t best_ns = Improve(result_.frame, best);
  while (!IsOver()) {
    list = best;
    Shake(list);
    const std::int64_t makespan_ns = Improve(Run(list), list);
    // Also where it is only as good: the search goes on from elsewhere.
    if (makespan_ns > best_ns) continue;
    best_ns = makespan_ns;
    best.swap(list);
  }
  return std::move(result_);
}

}  // namespace

ListSearchResult SearchList(const Simulator& simulator, int processors,
                            const ListSearchDefinition& definition) {
  return ListSearch(simulator, processors, definition).Search();
}

}  // namespace tickgraph
