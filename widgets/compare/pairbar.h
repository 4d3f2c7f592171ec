#pragma once
// The line above two runs that stand side by side: whether their ranges are linked, at what they are aligned, how they
// are arranged, swap, and the end of the comparison. It reads and changes the Session's pair.

#include "widgets/session/comparepair.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QLabel;
class QToolButton;

namespace ws {

class StepPick;

class PairBar : public QWidget
{
    Q_OBJECT
public:
    explicit PairBar(ComparePair *pair, QWidget *parent = nullptr);

    void setStacked(bool stacked);
    void setHasTimes(bool has); ///< false: no ranges to link, nothing to align
    void chooseAlignment(ComparePair::AlignAt at);

signals:
    void stackedWanted(bool stacked);

private:
    QToolButton *addButton(const QString &text, const QString &toolTip);
    void refresh();
    void refreshSteps();
    void stepsReady();
    void takeSteps();
    void say(const QString &text);

    ComparePair *m_pair;
    QCheckBox *m_linked;
    QLabel *m_alignedText;
    QComboBox *m_aligned;
    std::array<StepPick *, 2> m_steps;
    QLabel *m_message;
    QComboBox *m_arrangement;
    QToolButton *m_swap = nullptr;
    QToolButton *m_end = nullptr;
    bool m_hasTimes = true;
    bool m_isChoosing = false; ///< steps are asked for to align at them
    bool m_isAsking = false;   ///< of both sides, before any answer counts
};

} // namespace ws
