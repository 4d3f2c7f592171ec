#pragma once
// The tool bar's list of steps: restricts all views to a step, to all steps of a phase, or to nothing. Hidden while the
// shown run names no steps.

#include "widgets/session/derivedkeys.h"
#include "widgets/session/pane.h"

#include <QComboBox>

class QAction;

namespace ws {

class StepFocus;

class StepChooser : public QComboBox
{
    Q_OBJECT
public:
    explicit StepChooser(Pane *pane, QWidget *parent = nullptr);
    /// The tool bar's action of this widget, which hides it.
    void setPlace(QAction *place);
    void setOffered(bool offered); ///< false: hidden whatever the run has
    /// In a narrow tool bar it leaves the room to the chips.
    void setNarrow(bool narrow) { setMinimumContentsLength(narrow ? 8 : 16); }
    QSize minimumSizeHint() const override { return sizeHint(); } ///< Qt's is still that of the length before

private:
    void ask();
    void fill(std::shared_ptr<const Steps> steps);
    void choose(int index);
    void showFocus();
    void showPlace();

    static constexpr uint32_t maxListed = 500; ///< steps; the Steps tab lists all

    Pane *m_pane;
    StepFocus *m_focus;
    QAction *m_place = nullptr;
    std::shared_ptr<const Steps> m_steps;
    std::vector<std::string> m_phases; ///< the entries after "all steps"; then come single steps
    bool m_isChosen = false;           ///< the focus is the entry's
    bool m_isOffered = true;
    CacheRequest<StepsKey> m_wanted;
};

} // namespace ws
