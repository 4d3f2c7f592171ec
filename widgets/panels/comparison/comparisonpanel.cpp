#include "widgets/panels/comparison/comparisonpanel.h"

#include "core/model/job.h"
#include "core/report/comparereport.h"
#include "widgets/panels/comparison/comparisonfindings.h"
#include "widgets/panels/comparison/comparisonpage.h"
#include "widgets/session/comparepair.h"
#include "widgets/toolkit/reportmodel.h"
#include "widgets/toolkit/tablepane.h"
#include "widgets/toolkit/theme.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QSignalBlocker>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QTableView>

#include <algorithm>

namespace ws {
namespace {

constexpr int sideBySide = 1'000; ///< px of width; in less the table stands below

QString kindText(DiffBy by)
{
    switch (by) {
    case DiffBy::Stage:
        return ComparisonPanel::tr("by stage");
    case DiffBy::Module:
        return ComparisonPanel::tr("by module");
    case DiffBy::Layer:
        return ComparisonPanel::tr("by layer");
    case DiffBy::Family:
        return ComparisonPanel::tr("by family of kernels");
    case DiffBy::Kernel:
        return ComparisonPanel::tr("by kernel");
    case DiffBy::Operator:
        return ComparisonPanel::tr("by operator");
    case DiffBy::Step:
        return ComparisonPanel::tr("by step");
    case DiffBy::Api:
        return ComparisonPanel::tr("by API call");
    case DiffBy::Row:
        break;
    }
    return ComparisonPanel::tr("by row");
}

/// Of the first GPU work with one of the names; invalid: there is none.
EventRef firstOf(const Run &run, const std::vector<uint8_t> &names)
{
    for (size_t i = 0; i < run.gpu.size(); ++i)
        if (names[run.gpu.name[i]])
            return run.gpu.slice[i];
    return {};
}

} // namespace

ComparisonPanel::ComparisonPanel(QWidget *parent)
    : PanelBase(parent), m_split(new QSplitter(this)), m_page(new ComparisonPage(this)),
      m_findings(new ComparisonFindings(this)),
      m_model(new ReportModel(differenceReport({}, std::make_shared<const DiffTable>()))),
      m_table(new TablePane(m_model, QStringLiteral("differences"), this)), m_by(new QComboBox(this))
{
    m_by->setAccessibleName(tr("What the rows of the differences are"));
    m_table->bar()->insertWidget(0, m_by);
    m_table->view()->setAccessibleName(tr("What changed"));
    m_split->addWidget(m_page);
    m_split->addWidget(m_table);
    m_split->setStretchFactor(0, 2);
    m_split->setStretchFactor(1, 3);
    m_split->setChildrenCollapsible(false);
    setContent(m_split);
    connect(m_by, &QComboBox::activated, this, [this] {
        m_chosenBy = static_cast<DiffBy>(m_by->currentData().toInt());
        askTable();
    });
    connect(m_page, &ComparisonPage::placesActivated, this, &ComparisonPanel::showPlaces);
    connect(m_table, &TablePane::activated, this, &ComparisonPanel::showRow);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        if (m_pair)
            m_page->setComparison(std::shared_ptr<const Comparison>(m_pair, &m_pair->comparison));
        m_page->setFindings(m_findings);
    });
    connect(m_findings, &ComparisonFindings::changed, m_page, [this] { m_page->setFindings(m_findings); });
    refresh();
}

void ComparisonPanel::setRuns(RunContext *a, RunContext *b)
{
    if (m_sides[0].context == a && m_sides[1].context == b && (!a || m_pair || m_comparing.isRunning()))
        return;
    drop();
    m_sides[0].context = a;
    m_sides[1].context = b;
    for (RunContext *context : {a, b})
        if (context)
            connect(context, &QObject::destroyed, this, [this] { setRuns(nullptr, nullptr); });
    refreshLater();
}

void ComparisonPanel::drop()
{
    m_comparing.cancel();
    m_differing.cancel();
    m_findings->drop();
    for (Side &side : m_sides) {
        if (side.context)
            side.context->disconnect(this);
        side.wantedSteps.cancel();
        side.wantedGaps.cancel();
        side.wanted.cancel();
        side.wantedNames.cancel();
        side.names.reset();
        side.steps.reset();
        side.gaps.reset();
        side.run.reset();
    }
    m_pair.reset();
    m_rows.reset();
    m_page->clear();
    m_model->setTable(differenceReport({}, std::make_shared<const DiffTable>()));
}

void ComparisonPanel::refresh()
{
    if (m_pair)
        return;
    if (!m_sides[0].context || !m_sides[1].context)
        return showEmpty(
            tr("Drop a second file on the left or right half of the window, or choose File ▸ Compare with, "
               "to see what changed from one run to the other."));
    showEmpty(tr("Comparing …"));
    Job job;
    for (const Side &side : m_sides)
        job.add(side.context->run());
    const QStringList labels = labelsOf(job);
    for (size_t i = 0; i < m_sides.size(); ++i) {
        const QString &part = m_sides[i].context->viewState<ShownPart>().name;
        ask(m_sides[i], labels[static_cast<qsizetype>(i)] + (part.isEmpty() ? QString() : u'#' + part));
    }
}

void ComparisonPanel::ask(Side &side, const QString &label)
{
    RunCache &cache = side.context->cache();
    if (side.context->run()->gpu.size() == 0) {
        side.steps = std::make_shared<const Steps>();
        return askRun(side, label);
    }
    side.wantedNames.ask(cache, ShortNamesKey{}, [this, &side](const auto &names) {
        side.names = names ? *names : nullptr; // without them the full ones are shown
        if (m_rows)
            presentTable(m_rows);
    });
    side.wantedSteps.ask(cache, StepsKey{}, [this, &side, label](const auto &steps) {
        if (!steps)
            return showError(steps.error());
        side.steps = *steps;
        askRun(side, label);
    });
    side.wantedGaps.ask(cache, GapsKey{}, [this, &side, label](const auto &gaps) {
        if (!gaps)
            return showError(gaps.error());
        side.gaps = *gaps;
        askRun(side, label);
    });
}

void ComparisonPanel::askRun(Side &side, const QString &label)
{
    if (!side.steps || (!side.gaps && side.context->run()->gpu.size()))
        return;
    const auto &part = side.context->viewState<ShownPart>();
    side.wanted.ask(side.context->cache(), ComparedRunKey{{}, label, part.phase, part.table, side.steps, side.gaps},
                    [this, &side](const auto &run) {
                        if (!run)
                            return showError(run.error());
                        side.run = *run;
                        compare();
                    });
}

void ComparisonPanel::compare()
{
    const auto &a = m_sides[0].run, &b = m_sides[1].run;
    if (!a || !b)
        return;
    m_comparing.start([a, b](const Progress &progress) { return compareRuns(a, b, &progress); },
                      [this](const auto &pair) { pair ? present(*pair) : showError(pair.error()); });
}

void ComparisonPanel::present(std::shared_ptr<const ComparedPair> pair)
{
    m_pair = std::move(pair);
    m_page->setComparison(std::shared_ptr<const Comparison>(m_pair, &m_pair->comparison));
    m_findings->ask({m_sides[0].context, m_sides[1].context}, m_pair);
    fillKinds();
    askTable();
    showContent();
}

/// The kinds of rows that both runs have. What somebody has chosen stays if it is among them, else the first is the
/// most useful.
void ComparisonPanel::fillKinds()
{
    const QSignalBlocker quiet(m_by);
    m_by->clear();
    for (const DiffBy by : m_pair->comparison.tables)
        m_by->addItem(kindText(by), static_cast<int>(by));
    if (m_chosenBy)
        m_by->setCurrentIndex(std::max(0, m_by->findData(static_cast<int>(*m_chosenBy))));
    m_by->setVisible(m_by->count() > 0);
}

void ComparisonPanel::askTable()
{
    m_differing.cancel();
    if (!m_pair || m_by->currentIndex() < 0)
        return presentTable(std::make_shared<const DiffTable>());
    const auto by = static_cast<DiffBy>(m_by->currentData().toInt());
    if (by == DiffBy::Kernel)
        return presentTable(std::shared_ptr<const DiffTable>(m_pair, &m_pair->kernels));
    m_differing.start(
        [pair = m_pair, by](const Progress &progress) {
            return differences(*pair->a, *pair->b, pair->comparison, by, &progress);
        },
        [this](const auto &table) { table ? presentTable(*table) : showError(table.error()); });
}

void ComparisonPanel::presentTable(std::shared_ptr<const DiffTable> table)
{
    m_rows = std::move(table);
    ReportTable report = differenceReport(m_pair ? m_pair->comparison : Comparison(), m_rows);
    report.shortName = [this, rows = m_rows](size_t row) { return shortName(rows->rows[row]); };
    m_model->setTable(std::move(report));
    arrangeColumns();
    m_table->setNote(m_rows->missing.isEmpty() ? m_rows->what : m_rows->missing);
}

/// Empty: the name stays as it is.
QString ComparisonPanel::shortName(const DiffRow &row) const
{
    const DiffSide *sides[] = {&row.a, &row.b};
    for (size_t i = 0; i < m_sides.size(); ++i)
        if (m_sides[i].names && sides[i]->names.size() == 1)
            if (const QString brief = m_sides[i].names->value(sides[i]->names.front()); !brief.isEmpty())
                return brief;
    return {};
}

/// The rows as they come, by what they contribute, until somebody sorts; how they were found at the end.
void ComparisonPanel::arrangeColumns()
{
    QHeaderView *header = m_table->view()->horizontalHeader();
    if (header->sortIndicatorSection() <= 0) {
        const QSignalBlocker quiet(header);
        header->setSortIndicator(-1, Qt::AscendingOrder);
        m_table->proxy()->sort(-1);
    }
    for (const char *id : {"status", "match"})
        if (const int column = m_model->columnOf(id); column >= 0)
            header->moveSection(header->visualIndex(column), header->count() - 1);
}

void ComparisonPanel::showPlaces(EventRef a, EventRef b)
{
    const EventRef places[] = {a, b};
    for (size_t i = 0; i < m_sides.size(); ++i)
        if (RunContext *context = m_sides[i].context; context && places[i].valid())
            context->reveal(places[i]);
}

/// Both runs highlight the row's kernels and go to the first one.
void ComparisonPanel::showRow(int row)
{
    if (!m_rows || row < 0 || static_cast<size_t>(row) >= m_rows->rows.size())
        return;
    const DiffRow &shown = m_rows->rows[static_cast<size_t>(row)];
    const DiffSide *sides[] = {&shown.a, &shown.b};
    for (size_t i = 0; i < m_sides.size(); ++i) {
        RunContext *context = m_sides[i].context;
        if (!context || sides[i]->names.empty())
            continue;
        const RunPtr run = context->run();
        std::vector<uint8_t> names(run->strings.size());
        for (const StringId name : sides[i]->names)
            names[name] = 1;
        if (const EventRef first = firstOf(*run, names); first.valid())
            context->reveal(first);
        context->setHighlight({QString::fromStdString(shown.key), std::move(names), run.get()});
    }
}

void ComparisonPanel::resizeEvent(QResizeEvent *event)
{
    PanelBase::resizeEvent(event);
    m_split->setOrientation(width() >= sideBySide ? Qt::Horizontal : Qt::Vertical);
}

} // namespace ws
