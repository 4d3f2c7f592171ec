#include "widgets/session/pane.h"

namespace ws {

Pane::Pane(QObject *parent) : QObject(parent) {}

void Pane::show(RunContext *context)
{
    RunContext *now = context ? context : &m_nothing;
    if (now == m_context)
        return;
    m_context->disconnect(this);
    m_context = now;
    connect(now, &RunContext::rangeChanged, this, &Pane::rangeChanged);
    connect(now, &RunContext::selectionChanged, this, &Pane::selectionChanged);
    connect(now, &RunContext::gapChanged, this, &Pane::gapChanged);
    connect(now, &RunContext::revealRequested, this, &Pane::revealRequested);
    connect(now, &RunContext::spanRequested, this, &Pane::spanRequested);
    connect(now, &RunContext::spanRevealRequested, this, &Pane::spanRevealRequested);
    connect(now, &RunContext::highlightChanged, this, &Pane::highlightChanged);
    connect(now, &RunContext::focusChanged, this, &Pane::focusChanged);
    connect(now, &RunContext::stepSourceChanged, this, &Pane::stepSourceChanged);
    connect(now, &RunContext::captureChanged, this, &Pane::captureChanged);
    connect(now, &RunContext::notesChanged, this, &Pane::notesChanged);
    connect(now, &RunContext::editsChanged, this, &Pane::editsChanged);
    connect(now, &RunContext::whatIfAsked, this, &Pane::whatIfAsked);
    connect(now, &RunContext::replayShownChanged, this, &Pane::replayShownChanged);
    connect(now, &RunContext::ncuLinksChanged, this, &Pane::ncuLinksChanged);
    connect(now, &RunContext::coloursChanged, this, &Pane::coloursChanged);
    connect(now, &RunContext::noteRequested, this, &Pane::noteRequested);
    connect(now, &RunContext::ruleRequested, this, &Pane::ruleRequested);
    connect(now, &RunContext::classesChanged, this, &Pane::classesChanged);
    connect(now, &RunContext::instancesRequested, this, &Pane::instancesRequested);
    connect(now, &RunContext::moduleCallsRequested, this, &Pane::moduleCallsRequested);
    connect(now, &QObject::destroyed, this, [this] { show(nullptr); });
    emit runChanged();
    emit rangeChanged();
    emit selectionChanged();
    emit gapChanged();
    emit highlightChanged();
    emit focusChanged();
    emit notesChanged();
    emit editsChanged();
    emit replayShownChanged();
    emit ncuLinksChanged();
    emit coloursChanged();
}

} // namespace ws
