#pragma once
// A job of ranks: what can be said of it, then its heatmap, its strips, or one of its tables. A double-click opens the
// trace of the rank at that step; on a collective it shows that one on all ranks.

#include "core/base/timerange.h"
#include "widgets/panels/ranks/rankheatmap.h"
#include "widgets/toolkit/panelbase.h"

#include <map>

class QAction;
class QComboBox;
class QLabel;
class QMenu;
class QStackedWidget;
class QToolButton;

namespace ws {

class HeatmapPage;
class JobDocument;
class LineLabel;
class RankScale;
class RankStrips;
class Swatches;
class Pane;
class TablePane;
struct ReportTable;

class RanksPanel : public PanelBase
{
    Q_OBJECT
public:
    enum class View : uint8_t { Heatmap, Strips, Ranks, Steps, Collectives, Stages, Files, Compared };

    /// `document` outlives it.
    explicit RanksPanel(JobDocument *document, QWidget *parent = nullptr);

    void setView(View view);
    View view() const;
    RankHeatmap *heatmap() const { return m_heatmap; }
    RankStrips *strips() const { return m_strips; }
    /// Of the view, or of the ranks where that is none; each has columns and a filter of its own.
    TablePane *table();
    /// Says that the job does not follow the range and the focus of this pane.
    void sayScopeOf(Pane *pane);
    QString title() const; ///< the name of the job and its ranks
    QString sentences() const;

signals:
    /// The rank's trace; `span`: ns since its origin, empty: all of it.
    void openWanted(const QString &path, const ws::TimeRange &span);
    void openAllWanted(const QStringList &paths); ///< traces and tables, as runs
    void compareWanted();                         ///< with a job to be asked for
    void numbersWanted();                         ///< the numbers of the ranks, to be asked for
    void whatIfAsked(const QString &edit);        ///< of the replay of the job

protected:
    void refresh() override;

private:
    QWidget *makeHeader();
    QToolButton *makeMenu();
    void fitControls();
    void fitMenu();
    void followView();
    bool hasContent(View view) const;
    ReportTable tableOf(View view) const;
    QString noteOf(View view) const;
    void dropTables();
    void showView();
    void openPlace(const RankGrid::Place &place);
    void openRow(View view, const ReportTable &rows, size_t row);
    void openCollective(size_t row);
    void showMenu(uint32_t rank, const QPoint &globalPos);
    QString nameForEdit(uint32_t rank) const;
    void addWhatIfs(TablePane *table, View view);
    void openAll();
    void showSentences();

    JobDocument *m_document;
    LineLabel *m_title;
    QLabel *m_sentences;
    QComboBox *m_views;
    QComboBox *m_shows;
    RankScale *m_scale = nullptr;
    Swatches *m_legend;
    QMenu *m_menu = nullptr;
    LineLabel *m_marked; ///< the collective of the strips
    QAction *m_openAll = nullptr;
    QAction *m_numbers = nullptr;
    QAction *m_endComparison = nullptr;
    QStackedWidget *m_pages;
    RankHeatmap *m_heatmap;
    HeatmapPage *m_heatmapPage;
    RankStrips *m_strips;
    std::map<View, TablePane *> m_tables;      ///< of the job, those that were looked at
    std::shared_ptr<const RankJob> m_shown;    ///< in heatmap and strips
    std::shared_ptr<const void> m_shownBefore; ///< the comparison of the sentences
};

} // namespace ws
