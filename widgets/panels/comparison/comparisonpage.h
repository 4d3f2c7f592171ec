#pragma once
// One Comparison as a page: the verdict and its reasons, how A becomes B as a waterfall, what fits the numbers, and
// whether the runs may be compared. It computes nothing; what has a place leads there.

#include "core/analysis/compare/comparison.h"

#include <QScrollArea>

class QVBoxLayout;

namespace ws {

class ComparisonFindings;
class LinkText;

class ComparisonPage : public QScrollArea
{
    Q_OBJECT
public:
    explicit ComparisonPage(QWidget *parent = nullptr);

    void setComparison(std::shared_ptr<const Comparison> comparison);
    void clear();
    /// A section of its own, filled when the overviews of both runs are there.
    void setFindings(const ComparisonFindings *findings);
    /// What was predicted of A's edits and what came, a line each; empty: no such section.
    void setForetold(const QStringList &lines);
    const Comparison *shown() const { return m_comparison.get(); }

signals:
    /// A slice of each run; invalid: none.
    void placesActivated(ws::EventRef a, ws::EventRef b);

private:
    LinkText *addText(QVBoxLayout *page, const QString &text, bool muted);
    void addTitle(QVBoxLayout *page, const QString &text);
    void addHead(QVBoxLayout *page);
    void addWaterfall(QVBoxLayout *page);
    void addReadings(QVBoxLayout *page);
    void addFields(QVBoxLayout *page);

    std::shared_ptr<const Comparison> m_comparison;
    QWidget *m_foretold = nullptr; ///< hidden without lines
    QWidget *m_findings = nullptr; ///< hidden until setFindings() has something to show
};

/// "17.60 → 19.95 ms" where the verdict rests on units, else nothing.
QString changeText(const Comparison &comparison);

} // namespace ws
