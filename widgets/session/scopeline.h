#pragma once
// One sentence above the numbers of a view that does not follow a choice that is in force (the range, the step box, the
// focus): what its numbers are of, and why. Hidden while the view follows all that is in force. A view that follows
// says so by focusedScopeText() instead; docs/guide.md lists both.

#include "widgets/session/pane.h"

#include <QLabel>

namespace ws {

/// Why a view does not follow a choice, as a clause that ends a sentence ("the file holds no times"); empty: it
/// follows.
struct WhyNotFollowed
{
    QString range;
    QString step;  ///< one step
    QString phase; ///< all steps of a phase
    QString focus; ///< other GPU work: of a module, of a kernel

    /// One reason for everything.
    static WhyNotFollowed any(const QString &reason) { return {reason, reason, reason, reason}; }
    /// One reason for steps, phases and other GPU work.
    static WhyNotFollowed anyFocus(const QString &reason) { return {{}, reason, reason, reason}; }
};

class ScopeLine : public QLabel
{
    Q_OBJECT
public:
    ScopeLine(Pane *pane, WhyNotFollowed why, QWidget *parent = nullptr);
    /// Empty: all that is in force is followed, or nothing is.
    static QString textOf(const RunContext &context, const WhyNotFollowed &why);

private:
    void refresh();

    Pane *m_pane;
    WhyNotFollowed m_why;
};

} // namespace ws
