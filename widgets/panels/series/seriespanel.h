#pragma once
// The Runs tab: more than two open runs as one table, rows × runs, each beside one baseline, and the curve of a row
// over the runs. Which runs, their order and the baseline are chosen here.

#include "core/analysis/compare/series.h"
#include "widgets/session/comparedside.h"
#include "widgets/toolkit/backgroundjob.h"
#include "widgets/toolkit/panelbase.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

class QComboBox;
class QLineEdit;
class QMenu;
class QToolButton;

namespace ws {

class CurveView;
class ReportModel;
class Session;
class TablePane;

class SeriesPanel : public PanelBase
{
    Q_OBJECT
public:
    explicit SeriesPanel(Session *session, QWidget *parent = nullptr);

    TablePane *table() const { return m_table; }
    CurveView *curve() const { return m_curve; }
    const RunSeries *series() const { return m_series.get(); } ///< null: none yet
    /// The number behind this word in the names orders the runs; empty: the order of opening.
    void setKey(const QString &word);
    void setBaseline(RunContext *context);
    void setShown(RunContext *context, bool shown);
    void showKind(DiffBy by);

protected:
    void refresh() override;
    void resizeEvent(QResizeEvent *event) override;

private:
    QWidget *buildBar();
    void fillMenu();
    void fillBaselines();
    void followSession();
    std::vector<RunContext *> ordered() const;
    QString labelOf(const RunContext *context) const;
    void start();
    void present(std::shared_ptr<const RunSeries> series);
    void showCurve();
    void fitCurve();

    Session *m_session;
    bool m_hasOrder = false; ///< the table's own, or that of somebody who sorted
    ReportModel *m_model;
    TablePane *m_table;
    CurveView *m_curve;
    QToolButton *m_runs = nullptr;
    QMenu *m_menu = nullptr;
    QComboBox *m_baseline = nullptr;
    QComboBox *m_by = nullptr;
    QLineEdit *m_key = nullptr;
    std::optional<DiffBy> m_chosenBy;
    std::set<const RunContext *> m_left;           ///< not shown
    QPointer<RunContext> m_base;                   ///< null: the first one
    std::vector<QPointer<RunContext>> m_baselines; ///< in the order of their box
    std::map<const RunContext *, QString> m_labels;
    std::map<const RunContext *, std::unique_ptr<ComparedSide>> m_sides;
    std::map<const RunContext *, std::shared_ptr<const ComparedRun>> m_known; ///< of the present request
    std::vector<const RunContext *> m_wanted;                                 ///< in the order of the columns
    std::shared_ptr<const RunSeries> m_series;
    BackgroundJob<RunSeries> m_comparing;
};

} // namespace ws
