#pragma once
// "What if…" in menus: adds a change to the replay of a run and shows what it brings. It is offered where the file has
// what a replay is made of; whether the replay holds is said there.

#include "core/model/timeline.h"

#include <QList>
#include <QString>

#include <functional>
#include <string_view>

class QMenu;
class QAction;
class QObject;

namespace ws {

class RunContext;
class TablePane;

/// A change to the replay of a run; without a context: none.
struct WhatIfPlace
{
    RunContext *context = nullptr;
    QString edit = {};
};

/// Half as long: of one kernel, operator or module (a class or one of its calls) by name.
QString kernelEdit(std::string_view name);
QString operatorEdit(std::string_view name);
QString moduleEdit(std::string_view name);
/// As fast as the median of the others; `label`: of a rank, as its job calls it.
QString rankEdit(const QString &label);
/// Of work, an operator or a module's call in the timeline; empty: nothing is edited there.
QString sliceEdit(const RunContext &context, EventRef slice);

/// Adds the entry, unless nothing in the run can be replayed or the edit is empty. `text`: empty: "What if…".
void addWhatIf(QMenu &menu, const WhatIfPlace &place, const QString &text = {});
/// The same for the menu of a table or tree: `place` gives that of the current row when it is chosen.
QAction *whatIfAction(QObject *parent, std::function<WhatIfPlace()> place, const QString &text = {});
/// The entries for a rank of a job: it as fast as the others, all alike. `label` gives its name at that time (empty: of
/// none), `ask` gets the edit.
QList<QAction *> rankWhatIfs(QObject *parent, std::function<QString()> label,
                             std::function<void(const QString &edit)> ask);
/// Adds them for a row of the timeline whose names say which rank it is.
void addRankWhatIfs(QMenu &menu, RunContext &context, const Track &track);
/// Adds whatIfAction() to a table; rows without an edit disable it.
void addWhatIf(TablePane *table, std::function<WhatIfPlace()> place, const QString &text = {});

/// The entries' texts of a single gap, and of all.
QString withoutGapText();
QString withoutGapsText();

} // namespace ws
