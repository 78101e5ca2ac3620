#ifndef TICKGRAPH_RUN_CURRENT_CARD_H_
#define TICKGRAPH_RUN_CURRENT_CARD_H_

namespace tickgraph {

class TickContext;

/// Marks that this thread runs cards with `context` while the object lives. Scopes nest, because a
/// card may tick another scheduler.
class CurrentCard {
 public:
  explicit CurrentCard(const TickContext& context) : context_(&context), outer_(top_) {
    top_ = this;
  }
  ~CurrentCard() { top_ = outer_; }
  CurrentCard(const CurrentCard&) = delete;
  CurrentCard& operator=(const CurrentCard&) = delete;

  /// The innermost scope of this thread; null outside of cards.
  static const CurrentCard* Top() { return top_; }

  const TickContext& context() const { return *context_; }
  const CurrentCard* outer() const { return outer_; }

 private:
  static thread_local const CurrentCard* top_;

  const TickContext* context_;
  const CurrentCard* outer_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_RUN_CURRENT_CARD_H_
