#include "core/base/parallel.h"

#include "core/base/platform.h"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <fstream>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

namespace ws {
namespace {

/// The state of one call of parallelFor(), on the stack of the calling thread.
class Division
{
public:
    Division(IndexRange range, size_t grain, const std::function<void(IndexRange)> &work, const Progress *progress)
        : m_next(range.begin), m_end(range.end), m_grain(grain), m_work(work), m_progress(progress)
    {
    }

    bool isOpen() const { return m_next.load(std::memory_order_relaxed) < m_end; }
    /// As many as the calling thread leaves for others.
    size_t wantedHelpers() const { return (m_end - m_next.load(std::memory_order_relaxed) - 1) / m_grain; }

    /// Takes pieces until none are left; none are left after a failure or when cancelled either.
    void takePieces()
    {
        try {
            while (!isCancelled()) {
                const size_t begin = m_next.fetch_add(m_grain, std::memory_order_relaxed);
                if (begin >= m_end)
                    break;
                m_work({begin, begin + std::min(m_grain, m_end - begin)});
            }
        } catch (...) {
            const std::lock_guard lock(m_mutex);
            if (!m_failure)
                m_failure = std::current_exception();
        }
        close();
    }

    /// For the calling thread, when no other works on it any more.
    bool finish()
    {
        if (m_failure)
            std::rethrow_exception(m_failure);
        return !m_isCut;
    }

    size_t helpers = 0; ///< threads working on it besides the calling one; guarded by the crew's mutex

private:
    bool isCancelled()
    {
        if (!m_progress || !m_progress->isCancelled() || !isOpen())
            return false;
        m_isCut = true;
        return true;
    }
    void close() { m_next.store(m_end, std::memory_order_relaxed); }

    std::atomic<size_t> m_next;
    const size_t m_end;
    const size_t m_grain;
    const std::function<void(IndexRange)> &m_work;
    const Progress *m_progress;
    std::atomic<bool> m_isCut{false};
    std::mutex m_mutex;
    std::exception_ptr m_failure;
};

/// The helping threads, one less than there are cores. They are started when there is work for the first time and stay
/// until the process ends.
class Crew
{
public:
    /// Never destroyed: its threads sleep on its members when the process ends.
    static Crew &instance()
    {
        static Crew *const crew = new Crew;
        return *crew;
    }

    void run(Division &division)
    {
        offer(division);
        division.takePieces();
        std::unique_lock lock(m_mutex);
        std::erase(m_offered, &division);
        m_helperLeft.wait(lock, [&] { return division.helpers == 0; });
    }

private:
    void offer(Division &division)
    {
        const std::lock_guard lock(m_mutex);
        m_offered.push_back(&division);
        if (m_idle == 0 && m_threads + 1 < coreCount())
            addThreads();
        for (size_t i = std::min(division.wantedHelpers(), m_idle); i > 0; --i)
            m_workCame.notify_one();
    }

    void addThreads()
    {
        try {
            while (m_threads + 1 < coreCount()) {
                std::thread([this] { help(); }).detach();
                ++m_threads;
            }
        } catch (const std::exception &) { // no room for a stack: the existing ones do the work
        }
    }

    /// The division offered last: one that was started inside another one's piece holds that one up.
    Division *nextOpen() const
    {
        const auto found =
            std::find_if(m_offered.rbegin(), m_offered.rend(), [](const Division *d) { return d->isOpen(); });
        return found == m_offered.rend() ? nullptr : *found;
    }

    void help()
    {
        std::unique_lock lock(m_mutex);
        for (;;) {
            Division *division = nullptr;
            ++m_idle;
            m_workCame.wait(lock, [&] { return (division = nextOpen()) != nullptr; });
            --m_idle;
            ++division->helpers;
            lock.unlock();
            division->takePieces();
            lock.lock();
            if (--division->helpers == 0)
                m_helperLeft.notify_all();
        }
    }

    std::mutex m_mutex;
    std::condition_variable m_workCame, m_helperLeft;
    std::vector<Division *> m_offered; ///< in the order offered
    size_t m_threads = 0, m_idle = 0;
};

/// Within a container the root is the container's own group.
std::string ownQuota()
{
    std::string line;
    std::getline(std::ifstream("/sys/fs/cgroup/cpu.max"), line);
    return line;
}

} // namespace

size_t coreCount()
{
    static const size_t count = std::max<size_t>(1, std::min(platform::usableCores(), coresOfQuota(ownQuota())));
    return count;
}

size_t coresOfQuota(std::string_view cpuMax)
{
    const size_t blank = cpuMax.find(' ');
    uint64_t quota = 0, period = 0;
    if (blank == std::string_view::npos)
        return SIZE_MAX;
    const std::string_view text = cpuMax.substr(blank + 1);
    const bool isQuota = std::from_chars(cpuMax.data(), cpuMax.data() + blank, quota).ec == std::errc() &&
                         std::from_chars(text.data(), text.data() + text.size(), period).ec == std::errc();
    return isQuota && period > 0 ? std::max<size_t>(1, quota / period + (quota % period != 0)) : SIZE_MAX;
}

bool parallel::runPieces(IndexRange range, size_t grain, const std::function<void(IndexRange)> &work,
                         const Progress *progress)
{
    grain = std::max<size_t>(1, grain);
    Division division(range, grain, work, progress);
    if (range.size() > grain && coreCount() > 1)
        Crew::instance().run(division);
    else
        division.takePieces();
    return division.finish();
}

} // namespace ws
