#include "widgets/session/session.h"

#include "widgets/session/comparepair.h"

#include <algorithm>

namespace ws {

Session::Session(QObject *parent) : QObject(parent), m_pane(new Pane(this)), m_pair(new ComparePair(this)) {}

Session::~Session()
{
    m_pane->disconnect();
    for (Pane *pane : m_otherPanes)
        pane->disconnect();
    disconnect(this, nullptr, m_pair, nullptr);
}

Pane *Session::addPane()
{
    if (!m_freePanes.empty()) {
        Pane *pane = m_freePanes.back();
        m_freePanes.pop_back();
        return pane;
    }
    m_otherPanes.push_back(new Pane(this));
    return m_otherPanes.back();
}

void Session::removePane(Pane *pane)
{
    pane->show(nullptr);
    m_freePanes.push_back(pane);
}

RunContext *Session::find(const RunPtr &run) const
{
    const auto found =
        std::find_if(m_contexts.begin(), m_contexts.end(), [&](const RunContext *c) { return c->run() == run; });
    return run && found != m_contexts.end() ? *found : nullptr;
}

Job Session::job() const
{
    Job job;
    for (const RunContext *context : m_contexts)
        job.add(context->run());
    return job;
}

RunContext *Session::make(RunPtr run)
{
    auto *context = new RunContext(std::move(run), this);
    connect(context, &RunContext::activationRequested, this, [this, context] { setActive(context); });
    return context;
}

RunContext *Session::add(RunPtr run)
{
    RunContext *context = make(std::move(run));
    m_contexts.push_back(context);
    emit contextAdded(context);
    setActive(context);
    emit contextsChanged();
    return context;
}

RunContext *Session::replace(RunContext *old, RunPtr now)
{
    const auto found = std::find(m_contexts.begin(), m_contexts.end(), old);
    if (found == m_contexts.end())
        return add(std::move(now));
    old->cache().cancelAll();
    RunContext *context = make(std::move(now));
    context->takeOver(*old);
    *found = context;
    emit contextAdded(context);
    emit contextReplaced(old, context);
    if (m_active == old)
        setActive(context);
    emit contextsChanged();
    old->deleteLater();
    return context;
}

void Session::close(RunContext *context)
{
    const auto found = std::find(m_contexts.begin(), m_contexts.end(), context);
    if (found == m_contexts.end())
        return;
    emit contextClosing(context); // a pair shows its other side
    context->cache().cancelAll();
    m_contexts.erase(std::find(m_contexts.begin(), m_contexts.end(), context));
    if (m_active == context)
        setActive(m_contexts.empty() ? nullptr : m_contexts.back());
    emit contextsChanged();
    context->deleteLater();
}

void Session::setActive(RunContext *context)
{
    const bool isOpen = !context || std::find(m_contexts.begin(), m_contexts.end(), context) != m_contexts.end();
    if (context == m_active || !isOpen)
        return;
    m_active = context;
    m_pane->show(context);
    emit activeChanged();
}

void Session::addQueries(const std::vector<SavedQuery> &queries)
{
    for (const SavedQuery &query : queries) {
        const auto same = std::ranges::find(m_queries, query.name, &SavedQuery::name);
        if (same != m_queries.end())
            *same = query;
        else
            m_queries.push_back(query);
    }
}

void Session::removeQuery(const std::string &name)
{
    std::erase_if(m_queries, [&](const SavedQuery &query) { return query.name == name; });
}

} // namespace ws
