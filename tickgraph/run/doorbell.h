#ifndef TICKGRAPH_RUN_DOORBELL_H_
#define TICKGRAPH_RUN_DOORBELL_H_

#include <atomic>
#include <cstdint>

namespace tickgraph {

/// Lets one thread sleep until another has something for it.
///
///   // sleeper                                   // ringer
///   const auto ticket = bell.ticket();           make_it_true();
///   announce_that_i_sleep();                     if (somebody_sleeps()) bell.Ring();
///   if (!it_is_true()) bell.Sleep(ticket);
///
/// A ring after ticket() ends or prevents the Sleep with that ticket, so none is lost as long as
/// the announcement and the condition are sequentially consistent. What came before Ring is
/// visible after the Sleep that it ended. Sleeps on a futex.
class Doorbell {
 public:
  std::uint32_t ticket() const { return rings_.load(std::memory_order_seq_cst); }
  void Sleep(std::uint32_t ticket) { rings_.wait(ticket, std::memory_order_seq_cst); }
  void Ring() {
    rings_.fetch_add(1, std::memory_order_seq_cst);
    rings_.notify_all();
  }

 private:
  std::atomic<std::uint32_t> rings_{0};
};

}  // namespace tickgraph

#endif  // TICKGRAPH_RUN_DOORBELL_H_
