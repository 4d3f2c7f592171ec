#pragma once
// The Compare tab: what changed between the two runs that stand side by side. What is needed of one run is kept in its
// cache, so swapping or replacing a side computes nothing of the other again.

#include "core/analysis/replay/foretold.h"
#include "widgets/session/comparedside.h"
#include "widgets/session/kernelactions.h"
#include "widgets/toolkit/panelbase.h"

class QSplitter;

namespace ws {

class ComparisonFindings;
class ComparisonPage;
class DifferencePane;
class Pane;
class TablePane;

class ComparisonPanel : public PanelBase
{
    Q_OBJECT
public:
    explicit ComparisonPanel(QWidget *parent = nullptr);

    /// What the button under the sentence says while there are no runs; empty: no button.
    void setOffer(const QString &text);
    /// The two runs; null: there is no pair.
    void setRuns(RunContext *a, RunContext *b);
    bool hasRuns() const { return m_sides[0].context && m_sides[1].context; }
    /// In either order.
    bool isOf(const RunContext *a, const RunContext *b) const
    {
        const RunContext *first = m_sides[0].context, *second = m_sides[1].context;
        return (first == a && second == b) || (first == b && second == a);
    }

    ComparisonPage *page() const { return m_page; }
    DifferencePane *differences() const { return m_differences; }
    TablePane *table() const;
    /// Says that the comparison does not follow the range and the focus of this pane.
    void sayScopeOf(Pane *pane);

protected:
    void refresh() override;
    void resizeEvent(QResizeEvent *event) override;

private:
    /// What is on its way for one run.
    struct Side
    {
        QPointer<RunContext> context;
        ComparedSide wanted;
        CacheRequest<ShortNamesKey> wantedNames;
        CacheRequest<LimitsKey> wantedLimits;
        std::shared_ptr<const ComparedRun> run;
        std::shared_ptr<const Limits> limits;
    };

    /// What was predicted of A's edits and what came.
    struct ForetoldEdits
    {
        std::shared_ptr<const ForetellingReplay> replay;
        QStringList lines;
    };

    void drop();
    void foretell();
    void ask(Side &side, const QString &label);
    void compare();
    void askLimits();
    void present(std::shared_ptr<const ComparedPair> pair);
    void showPlaces(EventRef a, EventRef b);
    void showRow(const DiffRow &row);
    KernelPlace currentKernel() const;
    void addUnitAction();

    std::array<Side, 2> m_sides;
    QSplitter *m_split;
    ComparisonPage *m_page;
    ComparisonFindings *m_findings;
    DifferencePane *m_differences;
    QString m_offer;
    std::string m_unitKernel;                   ///< its calls count as units of tables; empty: none
    std::shared_ptr<const ComparedPair> m_pair; ///< shown
    BackgroundJob<ComparedPair> m_comparing;
    BackgroundJob<ForetoldEdits> m_foretelling;
    std::shared_ptr<const ForetellingReplay> m_replayOfA; ///< null: not asked for yet
    QStringList m_foretold;                               ///< shown
};

} // namespace ws
