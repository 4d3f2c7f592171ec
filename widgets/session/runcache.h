#pragma once
// Data that views derive from one run, made once for all of them. A key describes the data and how to make it; a view
// uses a CacheRequest and gets ready data at once, else when a job has made it. Requests for the same key share the
// job; it ends when the last of them is dropped. Requests of visible views run before those of hidden ones, and hidden
// views request nothing. Data of the whole run is kept until the run is closed; data of a range is dropped after
// delivery. Rejected: a member for each kind of data (the session would have to know every view), keeping everything (a
// drag makes sixty ranges a second).
//
//   struct ThingKey : DerivedKey
//   {
//       using Value = Thing;
//       Choice choice;
//       bool operator==(const ThingKey &) const = default;
//       auto make(const RunPtr &run, const Progress &progress) const; // as the work of a BackgroundJob
//   };

#include "core/model/run.h"
#include "widgets/toolkit/backgroundjob.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace ws {

/// The defaults of a key's optional members.
struct DerivedKey
{
    static constexpr size_t maxKept = 4;              ///< of this kind, the last requested ones
    bool isKept() const { return true; }              ///< false: of a range or a focus
    bool isQuick(const Run &) const { return false; } ///< true: made synchronously, faster than a frame or two
    bool operator==(const DerivedKey &) const = default;
};

class CacheEntry
{
public:
    virtual ~CacheEntry() = default;
    virtual bool isReady() const = 0;
    virtual void abandon() = 0; ///< waiting requests get no answer
};

template <class Key> class KeyedEntry;

/// Belongs to a RunContext.
class RunCache
{
public:
    explicit RunCache(RunPtr run) : m_run(std::move(run)) {}
    RunCache(const RunCache &) = delete;
    RunCache &operator=(const RunCache &) = delete;
    ~RunCache() { cancelAll(); }

    const RunPtr &run() const { return m_run; }
    /// Ends all jobs; waiting requests get no answer. For a run that is about to be closed.
    void cancelAll();
    /// The number of computations, finished or begun, since the run was opened.
    size_t computations() const { return m_computations; }
    bool isIdle() const; ///< no computation is under way

private:
    template <class> friend class KeyedEntry;
    template <class> friend class CacheRequest;

    template <class Key> std::shared_ptr<KeyedEntry<Key>> entry(const Key &key);
    template <class Key> void forgetOldest();
    void drop(const CacheEntry *entry);

    RunPtr m_run;
    std::vector<std::shared_ptr<CacheEntry>> m_entries; ///< the last requested one at the end
    size_t m_computations = 0;
};

/// A view's request; the newest wins. It lives in the view; a destroyed cache leaves it without an answer.
template <class Key> class CacheRequest
{
public:
    using Answer = typename BackgroundJob<typename Key::Value>::Answer;
    using Done = std::function<void(const Answer &)>;

    CacheRequest() = default;
    CacheRequest(const CacheRequest &) = delete;
    CacheRequest &operator=(const CacheRequest &) = delete;
    ~CacheRequest() { cancel(); }

    /// Calls `done` at once when the value is ready, else once in the GUI thread when the job has made it or failed,
    /// unless another request or cancel() comes first.
    void ask(RunCache &cache, const Key &key, Done done, JobPlace place = JobPlace::Shown);
    void cancel();
    void raise(); ///< it is visible now
    bool isWaiting() const { return m_entry != nullptr; }

private:
    friend class KeyedEntry<Key>;
    std::shared_ptr<KeyedEntry<Key>> m_entry; ///< null: nothing is awaited
    Done m_done;
};

template <class Key> class KeyedEntry final : public CacheEntry, public std::enable_shared_from_this<KeyedEntry<Key>>
{
public:
    using Job = BackgroundJob<typename Key::Value>;

    KeyedEntry(RunCache *cache, const Key &key) : m_cache(cache), m_key(key) {}
    const Key &key() const { return m_key; }
    bool isOf(const RunCache &cache, const Key &key) const { return m_cache == &cache && m_key == key; }
    bool isReady() const override { return m_value != nullptr; }
    void abandon() override;

private:
    friend class CacheRequest<Key>;
    void add(CacheRequest<Key> *request, JobPlace place);
    void remove(CacheRequest<Key> *request);
    void make(JobPlace place);
    void finish(const typename Job::Answer &answer);

    RunCache *m_cache; ///< null: it is gone, or has its answer
    Key m_key;
    std::shared_ptr<const typename Key::Value> m_value; ///< null: not ready
    std::vector<CacheRequest<Key> *> m_waiting;
    Job m_job;
};

template <class Key> std::shared_ptr<KeyedEntry<Key>> RunCache::entry(const Key &key)
{
    for (auto at = m_entries.begin(); at != m_entries.end(); ++at) {
        const auto found = std::dynamic_pointer_cast<KeyedEntry<Key>>(*at);
        if (!found || !(found->key() == key))
            continue;
        std::rotate(at, at + 1, m_entries.end());
        return found;
    }
    const auto made = std::make_shared<KeyedEntry<Key>>(this, key);
    m_entries.push_back(made);
    return made;
}

template <class Key> void RunCache::forgetOldest()
{
    const auto isOne = [](const auto &e) { return e->isReady() && dynamic_cast<const KeyedEntry<Key> *>(e.get()); };
    if (static_cast<size_t>(std::count_if(m_entries.begin(), m_entries.end(), isOne)) > Key::maxKept)
        m_entries.erase(std::find_if(m_entries.begin(), m_entries.end(), isOne));
}

template <class Key> void CacheRequest<Key>::ask(RunCache &cache, const Key &key, Done done, JobPlace place)
{
    Q_ASSERT(cache.run());
    if (m_entry && m_entry->isOf(cache, key)) { // the same again: its job goes on
        m_done = std::move(done);
        if (place == JobPlace::Shown)
            raise();
        return;
    }
    cancel();
    const auto entry = cache.entry(key);
    if (entry->m_value)
        return done(Answer(entry->m_value));
    m_entry = entry;
    m_done = std::move(done);
    entry->add(this, place);
}

template <class Key> void CacheRequest<Key>::cancel()
{
    m_done = nullptr;
    if (const auto entry = std::exchange(m_entry, nullptr))
        entry->remove(this);
}

template <class Key> void CacheRequest<Key>::raise()
{
    if (m_entry)
        m_entry->m_job.raise();
}

template <class Key> void KeyedEntry<Key>::add(CacheRequest<Key> *request, JobPlace place)
{
    m_waiting.push_back(request);
    if (!m_job.isRunning())
        make(place);
    else if (place == JobPlace::Shown)
        m_job.raise();
}

template <class Key> void KeyedEntry<Key>::remove(CacheRequest<Key> *request)
{
    std::erase(m_waiting, request);
    if (!m_waiting.empty() || m_value)
        return;
    m_job.cancel();
    if (m_cache)
        m_cache->drop(this);
}

template <class Key> void KeyedEntry<Key>::make(JobPlace place)
{
    ++m_cache->m_computations;
    const auto work = [run = m_cache->run(), key = m_key](Progress &progress) { return key.make(run, progress); };
    if (m_key.isQuick(*m_cache->run())) {
        Progress progress;
        return finish(Job::answerOf(work, progress));
    }
    m_job.start(
        work, [this](const typename Job::Answer &answer) { finish(answer); }, place);
}

/// The receiver of the answer may start another request or destroy the cache.
template <class Key> void KeyedEntry<Key>::finish(const typename Job::Answer &answer)
{
    const auto self = this->shared_from_this();
    if (answer && m_key.isKept()) {
        m_value = *answer;
        m_cache->template forgetOldest<Key>();
    } else {
        m_cache->drop(this);
    }
    m_cache = nullptr;
    while (!m_waiting.empty()) {
        CacheRequest<Key> *request = m_waiting.front();
        m_waiting.erase(m_waiting.begin());
        request->m_entry.reset();
        const auto done = std::exchange(request->m_done, nullptr);
        done(answer);
    }
}

template <class Key> void KeyedEntry<Key>::abandon()
{
    const auto self = this->shared_from_this(); // a request may be the last owner
    m_cache = nullptr;
    m_job.cancel();
    for (CacheRequest<Key> *request : std::exchange(m_waiting, {})) {
        request->m_done = nullptr;
        request->m_entry.reset();
    }
}

} // namespace ws
