#include "widgets/tables/nculinker.h"

#include <algorithm>

namespace ws {
namespace {

bool hasNcuKernels(const RunPtr &run)
{
    return std::any_of(run->tables.begin(), run->tables.end(),
                       [](const Table &table) { return table.kind == "ncu-kernels"; });
}

NcuLinks link(const RunPtr &timeline, const std::vector<RunPtr> &runs)
{
    NcuLinks links;
    for (const RunPtr &run : runs)
        for (size_t t = 0; t < run->tables.size(); ++t)
            if (run->tables[t].kind == "ncu-kernels")
                links.push_back(
                    std::make_shared<const NcuLink>(NcuLink{timeline, run, t, joinNcu(run->tables[t], *timeline)}));
    return links;
}

} // namespace

NcuLinker::NcuLinker(Session *session, QObject *parent) : QObject(parent), m_session(session)
{
    connect(session, &Session::runsChanged, this, &NcuLinker::update);
    update();
}

/// The current run, else the timeline shown last, else the first one there is.
RunPtr NcuLinker::timeline() const
{
    const auto &runs = m_session->runs();
    const auto hasWork = [](const RunPtr &run) { return run && run->gpu.size() > 0; };
    if (hasWork(m_session->run()))
        return m_session->run();
    if (std::find(runs.begin(), runs.end(), m_lastTimeline) != runs.end() && m_lastTimeline)
        return m_lastTimeline;
    const auto found = std::find_if(runs.begin(), runs.end(), hasWork);
    return found == runs.end() ? nullptr : *found;
}

void NcuLinker::update()
{
    m_lastTimeline = timeline();
    std::vector<RunPtr> tables;
    std::copy_if(m_session->runs().begin(), m_session->runs().end(), std::back_inserter(tables), hasNcuKernels);
    if (m_lastTimeline == m_linked && tables == m_tables)
        return;
    m_linked = m_lastTimeline;
    m_tables = tables;
    m_job.cancel();
    m_session->setNcuLinks({});
    if (m_linked && !m_tables.empty())
        m_job.start([timeline = m_linked, tables](const Progress &) { return link(timeline, tables); },
                    [this](const std::shared_ptr<const NcuLinks> &links) { m_session->setNcuLinks(*links); });
}

} // namespace ws
