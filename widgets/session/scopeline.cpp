#include "widgets/session/scopeline.h"

#include "core/base/phrases.h"
#include "widgets/session/scopetext.h"

#include <utility>

namespace ws {

ScopeLine::ScopeLine(Pane *pane, WhyNotFollowed why, QWidget *parent)
    : QLabel(parent), m_pane(pane), m_why(std::move(why))
{
    setTextFormat(Qt::PlainText);
    setWordWrap(true);
    setContentsMargins(8, 4, 8, 0);
    for (const auto change : {&Pane::runChanged, &Pane::rangeChanged, &Pane::focusChanged})
        connect(pane, change, this, &ScopeLine::refresh);
    refresh();
}

QString ScopeLine::textOf(const RunContext &context, const WhyNotFollowed &why)
{
    if (!context.run())
        return {};
    const Focus &focus = context.focus();
    const QString &ofFocus = focus.step ? why.step : !focus.phase.empty() ? why.phase : why.focus;
    QStringList choices, reasons;
    if (context.range() && !why.range.isEmpty()) {
        choices << tr("the range");
        reasons << why.range;
    }
    if (focus && !ofFocus.isEmpty()) {
        choices << tr("“%1”").arg(shortTitle(focus));
        reasons << ofFocus;
    }
    if (choices.isEmpty())
        return {};
    reasons.removeDuplicates();
    const bool followsSome = (context.range() && why.range.isEmpty()) || (focus && ofFocus.isEmpty());
    const QString text = followsSome ? tr("Not limited to %1: %2.") : tr("Of the whole run, not limited to %1: %2.");
    return text.arg(listed(choices), clauses(reasons));
}

void ScopeLine::refresh()
{
    const QString text = textOf(m_pane->context(), m_why);
    setText(text);
    setVisible(!text.isEmpty());
}

} // namespace ws
