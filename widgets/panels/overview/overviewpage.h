#pragma once
// One Overview as a page: the verdict on the recording, headline, the bar of each device, findings, short lists, the
// distribution of units, and what may not be trusted. It shows what there is and computes nothing; what has a place in
// the timeline leads there.

#include "core/report/overviewreport.h"

#include <QScrollArea>

class QBoxLayout;
class QLabel;
class QVBoxLayout;

namespace ws {

class BarList;
class LinkText;
struct TextPiece;

class OverviewPage : public QScrollArea
{
    Q_OBJECT
public:
    explicit OverviewPage(QWidget *parent = nullptr);

    /// `colourOfName`: 0xffRRGGBB by StringId of the run, or empty. `problem`: why a part of it is not as asked for.
    void setOverview(std::shared_ptr<const Overview> overview, const std::vector<uint32_t> &colourOfName,
                     const QString &problem = {});
    void clear();
    /// What is in force and the page does not follow, and the link that ends it; empty: nothing.
    void setScope(const QString &sentence, const QString &link);
    const Overview *shown() const { return m_overview.get(); }
    /// Of the findings that one edit of the replay does away with, without anything else, in their order.
    const QStringList &replayEdits() const { return m_replayEdits; }
    /// By edit, the share of a unit that the finding could win at most.
    const std::vector<double> &replayBounds() const { return m_replayBounds; }
    /// What the replay says of each; an empty text: nothing.
    void setReplayed(const QStringList &texts);

signals:
    void placeActivated(const ws::FindingPlace &place);
    void kernelMenuRequested(ws::EventRef instance, const QPoint &globalPos);
    void whatIfActivated(const QString &edit); ///< of the replay
    void phasesActivated();                    ///< the stages of each phase side by side
    void scopeActivated();                     ///< the link of setScope()

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    QVBoxLayout *addColumn(QBoxLayout *row, int stretch);
    void addTitle(QVBoxLayout *column, const QString &text);
    LinkText *addText(QVBoxLayout *column, const QString &text, bool muted);
    void addFit(QVBoxLayout *page);
    void addHead(QVBoxLayout *page, const QString &problem);
    void addBars(QVBoxLayout *page);
    void addLegend(QVBoxLayout *page);
    void addFindings(QVBoxLayout *column);
    void addFinding(QVBoxLayout *column, const OverviewFinding &finding);
    void addUnits(QVBoxLayout *column);
    void addPhases(QVBoxLayout *page);
    void addLists(QVBoxLayout *column, bool ofModules, const std::vector<uint32_t> &colourOfName);
    BarList *addList(QVBoxLayout *column, const OverviewList &list, const std::vector<uint32_t> &colourOfName);
    void addTrust(QVBoxLayout *column);
    void showScope();
    void arrange();
    void go(size_t place);

    std::shared_ptr<const Overview> m_overview;
    std::vector<FindingPlace> m_places; ///< by the links' numbers
    QStringList m_whatIfs;              ///< edits, by the numbers from firstWhatIf on
    QStringList m_replayEdits;
    std::vector<double> m_replayBounds; ///< parallel to them
    std::vector<LinkText *> m_replayed; ///< parallel to them
    LinkText *m_scope = nullptr;        ///< null: no page, or nothing to say
    QString m_scopeText, m_scopeLink;
    QBoxLayout *m_columns = nullptr; ///< findings | lists
    QBoxLayout *m_lists = nullptr;   ///< stages and kernels | modules and units
};

} // namespace ws
