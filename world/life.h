#ifndef TICKGRAPH_WORLD_LIFE_H_
#define TICKGRAPH_WORLD_LIFE_H_

#include <memory>
#include <utility>

namespace tickgraph {

/// Tells calls that wait for their turn whether their object still lives. Not for users.
///
///   Life<RenderPipeline> life_{this};                    // the last member: it ends first
///   scheduler.Call([link = life_.link()] {
///     if (RenderPipeline* pipeline = link.get()) …       // null: it is gone
///   });
///
/// Rules: links may be copied, kept and destroyed on any thread. `get` must not be called while
/// another thread destroys the object.
template <typename T>
class Life {
 public:
  class Link {
   public:
    T* get() const { return *object_; }

   private:
    friend class Life;
    explicit Link(std::shared_ptr<T*> object) : object_(std::move(object)) {}

    std::shared_ptr<T*> object_;
  };

  explicit Life(T* object) : object_(std::make_shared<T*>(object)) {}
  ~Life() { *object_ = nullptr; }
  Life(const Life&) = delete;
  Life& operator=(const Life&) = delete;

  Link link() const { return Link(object_); }

 private:
  std::shared_ptr<T*> object_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_WORLD_LIFE_H_
