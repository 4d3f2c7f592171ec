#include "core/readers/nsys/nsysthreads.h"

#include <algorithm>

namespace ws {

const NsysThreads::Thread &NsysThreads::at(int64_t globalTid)
{
    Thread &cached = m_threads[static_cast<size_t>(globalTid) & 15];
    if (cached.track != UINT32_MAX && cached.globalTid == globalTid)
        return cached;
    cached = {globalTid, number(pidOfGlobal(globalTid)), number(tidOfGlobal(globalTid)), 0};
    cached.track = m_builder.cpuTrack(cached.pid, cached.tid);
    if (std::find(m_used.begin(), m_used.end(), globalTid) == m_used.end())
        m_used.push_back(globalTid);
    return cached;
}

void NsysThreads::nameUsed(const SqliteFile &file, NsysNames &names)
{
    std::unordered_map<int64_t, std::string> threads, processes;
    if (file.has("ThreadNames", "nameId") && file.has("ThreadNames", "globalTid")) {
        SqliteRows rows = file.query("SELECT globalTid, nameId FROM ThreadNames");
        while (rows.next())
            threads[rows.integer(0)] = m_run.text(names.name(rows.integer(1)));
    }
    for (const auto &[tid, label] : m_labels)
        threads[tid] = label;
    if (file.has("PROCESSES", "pid") && file.has("PROCESSES", "name")) { // every process of the machine
        SqliteRows rows = file.query("SELECT pid, name FROM PROCESSES");
        while (rows.next())
            processes[rows.integer(0)] = rows.text(1);
    }
    for (const int64_t globalTid : m_used) {
        const int64_t pid = pidOfGlobal(globalTid), tid = tidOfGlobal(globalTid);
        if (const auto found = threads.find(globalTid); found != threads.end() && !found->second.empty())
            m_builder.nameThread( // as Chrome traces of torch have it
                number(pid), number(tid),
                m_run.strings.intern("thread " + std::to_string(tid) + " (" + found->second + ')'));
        Process &process = m_builder.process(number(pid));
        if (const auto found = processes.find(pid); found != processes.end())
            process.name = m_run.strings.intern(found->second);
    }
}

} // namespace ws
