#pragma once
// The tool bar: files, comparison, steps, mapping, limits of the views, search.

#include "widgets/session/session.h"

#include <QToolBar>

namespace ws {

class CompareMenu;
class ScopeChips;
class StepChooser;
class SearchBar;
class StageController;

class RunToolBar : public QToolBar
{
    Q_OBJECT
public:
    /// `actions` are at the left, then a button with the menu `compare`.
    RunToolBar(Session *session, StageController *stages, const QList<QAction *> &actions, CompareMenu *compare,
               QWidget *parent = nullptr);
    SearchBar *search() const { return m_search; }
    ScopeChips *chips() const { return m_chips; }
    /// The steps are of the active run: a job in its place has none of them.
    void setShowsRun(bool shows);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void addCompareButton();

    CompareMenu *m_compare;
    StepChooser *m_steps = nullptr;
    ScopeChips *m_chips;
    SearchBar *m_search;
};

} // namespace ws
