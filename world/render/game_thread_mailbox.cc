#include "tickgraph/world/render/game_thread_mailbox.h"

#include <utility>

#include "absl/status/status.h"
#include "tickgraph/world/render/bounded_spin.h"
#include "tickgraph/world/render/guarded_call.h"

namespace tickgraph {

void GameThreadMailbox::Open() {
  const std::lock_guard<std::mutex> lock(mutex_);
  closed_ = false;
}

bool GameThreadMailbox::TryPost(Post post) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (closed_) return false;
    posts_.push_back(std::move(post));
    pending_.fetch_add(1, std::memory_order_release);
  }
  changed_.notify_all();
  return true;
}

void GameThreadMailbox::Notify() {
  // Taking the lock orders this call after a waiter's last look at its condition, so that no
  // wake-up falls between that look and its sleep.
  { const std::lock_guard<std::mutex> lock(mutex_); }
  changed_.notify_all();
}

bool GameThreadMailbox::ServeOne() {
  Post post;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (next_post_ == posts_.size()) return false;
    post = std::move(posts_[next_post_++]);
    if (next_post_ == posts_.size()) {
      posts_.clear();
      next_post_ = 0;
    }
    pending_.fetch_sub(1, std::memory_order_relaxed);
  }
  const bool holds_stage = post.waiting_stage != kNoStage;
  const auto stage = static_cast<std::size_t>(holds_stage ? post.waiting_stage : 0);
  ++serving_depth_;
  if (holds_stage) ++held_stages_[stage];
  absl::Status status = CallGuarded("a call on the game thread", post.call);
  if (holds_stage) --held_stages_[stage];
  --serving_depth_;
  if (post.completion != nullptr) {
    post.completion->Finish(std::move(status));
  } else {
    errors_->Add(std::move(status));
  }
  return true;
}

int GameThreadMailbox::ServePending() {
  int budget = pending_.load(std::memory_order_acquire);
  int served = 0;
  while (budget-- > 0 && ServeOne()) ++served;
  return served;
}

int GameThreadMailbox::WaitUntil(absl::FunctionRef<bool()> done) {
  int served = 0;
  const auto ready = [&] { return done() || pending_.load(std::memory_order_acquire) > 0; };
  while (!done()) {
    if (ServeOne()) {
      ++served;
      continue;
    }
    if (SpinBriefly(ready)) continue;
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, ready);
  }
  return served;
}

void GameThreadMailbox::Close() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    closed_ = true;
  }
  while (ServeOne()) {
  }
}

}  // namespace tickgraph
