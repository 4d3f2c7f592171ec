#include "widgets/tables/nculinker.h"

#include <algorithm>

namespace ws {
namespace {

bool hasNcuKernels(const RunPtr &run)
{
    return std::any_of(run->tables.begin(), run->tables.end(),
                       [](const Table &table) { return table.kind == "ncu-kernels"; });
}

NcuLinks link(const QPointer<RunContext> &context, const RunPtr &timeline, const std::vector<RunPtr> &runs)
{
    NcuLinks links;
    for (const RunPtr &run : runs)
        for (size_t t = 0; t < run->tables.size(); ++t) {
            if (run->tables[t].kind != "ncu-kernels")
                continue;
            NcuJoin join = joinNcu(run->tables[t], *timeline);
            if (join.isOfOneProgram())
                links.push_back(std::make_shared<const NcuLink>(NcuLink{context, timeline, run, t, std::move(join)}));
        }
    return links;
}

} // namespace

NcuLinker::NcuLinker(Session *session, QObject *parent) : QObject(parent), m_session(session)
{
    connect(session, &Session::contextsChanged, this, &NcuLinker::update);
    connect(session, &Session::activeChanged, this, &NcuLinker::update);
    update();
}

/// The active run, else the timeline shown last, else the first one.
RunContext *NcuLinker::timeline() const
{
    const auto hasWork = [](const RunContext *context) { return context && context->run()->gpu.size() > 0; };
    if (hasWork(m_session->active()))
        return m_session->active();
    const auto &contexts = m_session->contexts();
    if (std::find(contexts.begin(), contexts.end(), m_linked) != contexts.end())
        return m_linked;
    const auto found = std::find_if(contexts.begin(), contexts.end(), hasWork);
    return found == contexts.end() ? nullptr : *found;
}

void NcuLinker::update()
{
    RunContext *timeline = this->timeline();
    std::vector<RunPtr> tables;
    for (const RunContext *context : m_session->contexts())
        if (hasNcuKernels(context->run()))
            tables.push_back(context->run());
    if (timeline == m_linked && tables == m_tables)
        return;
    m_linked = timeline;
    m_tables = tables;
    m_job.cancel();
    publish({});
    if (m_linked && !m_tables.empty())
        m_job.start(
            [context = m_linked, run = m_linked->run(), tables](const Progress &) {
                return link(context, run, tables);
            },
            [this](const auto &links) { links ? publish(**links) : JobErrors::instance().report(links.error()); });
}

/// Each run gets the links that it takes part in.
void NcuLinker::publish(const NcuLinks &links)
{
    for (RunContext *context : m_session->contexts()) {
        NcuLinks own;
        for (const auto &link : links)
            if (link->timeline == context->run() || link->ncu == context->run())
                own.push_back(link);
        context->setNcuLinks(std::move(own));
    }
}

} // namespace ws
