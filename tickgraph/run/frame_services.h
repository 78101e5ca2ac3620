#ifndef TICKGRAPH_RUN_FRAME_SERVICES_H_
#define TICKGRAPH_RUN_FRAME_SERVICES_H_

#include <cstddef>
#include <exception>

namespace tickgraph {

class TickContext;

/// What a running card can ask of the executor that runs it.
class FrameServices {
 public:
  /// See TickContext::ParallelFor.
  virtual void RunParallel(const TickContext& context, std::size_t count, std::size_t grain,
                           void (*slice)(void* body, std::size_t begin, std::size_t end),
                           void* body) = 0;

 protected:
  ~FrameServices() = default;
};

/// Is told of cards that threw. From any thread, on the card's own thread.
class FailureListener {
 public:
  virtual void CardThrew(const TickContext& context, std::exception_ptr exception) = 0;

 protected:
  ~FailureListener() = default;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_RUN_FRAME_SERVICES_H_
