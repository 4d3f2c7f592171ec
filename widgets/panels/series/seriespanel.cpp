#include "widgets/panels/series/seriespanel.h"

#include "core/base/format.h"
#include "core/report/comparereport.h"
#include "core/report/seriesreport.h"
#include "widgets/panels/series/curveview.h"
#include "widgets/session/comparepair.h"
#include "widgets/session/scopeline.h"
#include "widgets/session/session.h"
#include "widgets/toolkit/plaintext.h"
#include "widgets/toolkit/reportmodel.h"
#include "widgets/toolkit/shortnames.h"
#include "widgets/toolkit/tablepane.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QSignalBlocker>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace ws {
namespace {

/// Those whose rows mean the same in every run.
constexpr DiffBy kinds[] = {DiffBy::Kernel, DiffBy::Stage, DiffBy::Family, DiffBy::Operator, DiffBy::Line,
                            DiffBy::Module, DiffBy::Layer, DiffBy::Api,    DiffBy::Row};

constexpr int widestBaseline = 320, aroundText = 44; ///< px; margins and arrow

} // namespace

SeriesPanel::SeriesPanel(Session *session, QWidget *parent)
    : PanelBase(parent), m_session(session),
      m_model(new ReportModel(seriesReport(std::make_shared<const RunSeries>()))),
      m_table(new TablePane(m_model, QStringLiteral("series"))), m_curve(new CurveView)
{
    m_table->bar()->insertWidget(0, buildBar());
    m_table->view()->setAccessibleName(tr("Rows × runs"));
    auto *split = new QSplitter(Qt::Vertical);
    split->addWidget(m_table);
    split->addWidget(m_curve);
    split->setStretchFactor(0, 2);
    split->setStretchFactor(1, 1);
    split->setSizes({2'000, 1'000}); // else the table would leave the curve its minimum, which is mostly texts
    split->setChildrenCollapsible(false);
    setContent(split);
    setHeader(new ScopeLine(session->pane(), WhyNotFollowed::any(tr("whole runs are compared")), this));
    connect(m_table->view()->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &SeriesPanel::showCurve);
    connect(session, &Session::contextsChanged, this, &SeriesPanel::followSession);
    connect(session, &Session::contextClosing, this, [this](RunContext *context) {
        m_sides.erase(context);
        m_known.erase(context);
        m_left.erase(context);
    });
    connect(session, &Session::contextReplaced, this, [this](RunContext *old, RunContext *now) { // reloaded
        m_sides.erase(old);
        m_known.erase(old);
        if (m_base == old)
            m_base = now;
        if (m_left.erase(old))
            m_left.insert(now);
    });
    connect(session->pair(), &ComparePair::changed, this, &SeriesPanel::refreshLater); // a side may be a part by now
    refresh();
}

QWidget *SeriesPanel::buildBar()
{
    auto *bar = new QWidget;
    auto *layout = new QHBoxLayout(bar);
    layout->setContentsMargins(0, 0, 0, 0);
    m_runs = new QToolButton(bar);
    m_runs->setPopupMode(QToolButton::InstantPopup);
    m_menu = new QMenu(m_runs);
    m_runs->setMenu(m_menu);
    m_runs->setToolTip(tr("Which of the open runs are compared"));
    connect(m_menu, &QMenu::aboutToShow, this, &SeriesPanel::fillMenu);
    m_baseline = new QComboBox(bar);
    m_baseline->setAccessibleName(tr("Baseline"));
    m_baseline->setToolTip(tr("The run that all others are compared with"));
    m_baseline->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_baseline->setMaximumWidth(widestBaseline);
    connect(m_baseline, &QComboBox::activated, this, [this](int index) {
        if (index >= 0 && size_t(index) < m_baselines.size() && m_baselines[size_t(index)])
            setBaseline(m_baselines[size_t(index)]);
    });
    m_by = new QComboBox(bar);
    m_by->setAccessibleName(tr("What the rows are"));
    for (const DiffBy by : kinds)
        m_by->addItem(diffByText(by), int(by));
    connect(m_by, &QComboBox::activated, this, [this] { showKind(DiffBy(m_by->currentData().toInt())); });
    m_key = new QLineEdit(bar);
    m_key->setPlaceholderText(tr("Order by number after …"));
    m_key->setToolTip(tr("A word of the runs' names, such as “batch”: they are ordered by the number behind it"));
    m_key->setAccessibleName(m_key->placeholderText());
    m_key->setFixedWidth(m_key->fontMetrics().horizontalAdvance(m_key->placeholderText()) + 48); // room to clear it
    m_key->setClearButtonEnabled(true);
    connect(m_key, &QLineEdit::editingFinished, this, &SeriesPanel::refreshLater);
    for (QWidget *widget : {static_cast<QWidget *>(m_runs), static_cast<QWidget *>(m_baseline),
                            static_cast<QWidget *>(m_by), static_cast<QWidget *>(m_key)})
        layout->addWidget(widget);
    return bar;
}

void SeriesPanel::setKey(const QString &word)
{
    m_key->setText(word);
    refreshLater();
}

void SeriesPanel::setBaseline(RunContext *context)
{
    m_base = context;
    refreshLater();
}

void SeriesPanel::setShown(RunContext *context, bool shown)
{
    if (shown)
        m_left.erase(context);
    else
        m_left.insert(context);
    refreshLater();
}

void SeriesPanel::showKind(DiffBy by)
{
    m_chosenBy = by;
    refreshLater();
}

void SeriesPanel::followSession()
{
    m_comparing.cancel();
    refreshLater();
}

void SeriesPanel::fillMenu()
{
    m_menu->clear();
    for (RunContext *context : m_session->contexts()) {
        QAction *action = m_menu->addAction(m_menu->fontMetrics()
                                                .elidedText(labelOf(context), Qt::ElideMiddle, 400)
                                                .replace(u'&', QStringLiteral("&&")),
                                            this, [this, run = QPointer(context)](bool on) {
                                                if (run)
                                                    setShown(run, on);
                                            });
        action->setCheckable(true);
        action->setChecked(!m_left.contains(context));
    }
}

QString SeriesPanel::labelOf(const RunContext *context) const
{
    const auto found = m_labels.find(context);
    return found == m_labels.end() ? QString() : found->second;
}

std::vector<RunContext *> SeriesPanel::ordered() const
{
    std::vector<RunContext *> runs, sorted;
    QStringList names;
    for (RunContext *context : m_session->contexts())
        if (!m_left.contains(context)) {
            runs.push_back(context);
            names << labelOf(context);
        }
    if (m_key->text().trimmed().isEmpty())
        return runs;
    for (const size_t k : orderByKey(names, m_key->text().trimmed()))
        sorted.push_back(runs[k]);
    return sorted;
}

/// Names by the files, or by the part that a side of a comparison stands for.
void SeriesPanel::refresh()
{
    m_comparing.cancel();
    for (const auto &[context, side] : m_sides)
        side->cancel(); // those that are not wanted any more, too
    m_wanted.clear();
    m_known.clear();
    m_labels.clear();
    const QStringList labels = labelsOf(m_session->job());
    for (size_t i = 0; i < m_session->contexts().size(); ++i) {
        RunContext *context = m_session->contexts()[i];
        const QString &part = context->viewState<ShownPart>().name;
        m_labels[context] = labels[qsizetype(i)] + (part.isEmpty() ? QString() : u'#' + part);
    }
    const size_t open = m_session->contexts().size();
    const std::vector<RunContext *> runs = ordered();
    if (open < 2) {
        m_series.reset();
        return showEmpty(tr("Open two or more runs, such as those of a sweep, to see their rows beside each other."));
    }
    m_runs->setText(tr("%1 of %2 runs").arg(formatCount(int64_t(runs.size())), formatCount(int64_t(open))));
    showContent();
    fillBaselines();
    if (runs.empty())
        return present(std::make_shared<const RunSeries>());
    m_wanted.assign(runs.begin(), runs.end());
    for (RunContext *context : runs) {
        std::unique_ptr<ComparedSide> &side = m_sides[context];
        if (!side)
            side = std::make_unique<ComparedSide>();
        side->ask(*context, labelOf(context), [this, context](const ComparedSide::Answer &run) {
            if (!run)
                return showError(run.error());
            m_known[context] = *run;
            if (m_known.size() == m_wanted.size())
                start();
        });
    }
}

void SeriesPanel::fillBaselines()
{
    const QSignalBlocker quiet(m_baseline);
    m_baseline->clear();
    const std::vector<RunContext *> runs = ordered();
    m_baselines.assign(runs.begin(), runs.end());
    for (size_t k = 0; k < runs.size(); ++k) {
        const QString label = labelOf(runs[k]);
        m_baseline->addItem(m_baseline->fontMetrics().elidedText(label, Qt::ElideMiddle, widestBaseline - aroundText));
        m_baseline->setItemData(int(k), plainToolTip(label), Qt::ToolTipRole);
        if (runs[k] == m_base || (k == 0 && !m_base))
            m_baseline->setCurrentIndex(int(k));
    }
}

void SeriesPanel::start()
{
    std::vector<std::shared_ptr<const ComparedRun>> runs;
    bool timelines = true;
    for (const RunContext *context : m_wanted) {
        runs.push_back(m_known[context]);
        timelines = timelines && runs.back()->hasTimeline();
    }
    const DiffBy by = m_chosenBy.value_or(timelines ? DiffBy::Kernel : DiffBy::Row);
    {
        const QSignalBlocker quiet(m_by);
        m_by->setCurrentIndex(m_by->findData(int(by)));
    }
    const auto base = std::find(m_wanted.begin(), m_wanted.end(), m_base.data());
    const auto baseline = base == m_wanted.end() ? 0 : size_t(base - m_wanted.begin());
    m_comparing.start([runs = std::move(runs), baseline,
                       by](const Progress &progress) { return runSeries(runs, baseline, by, &progress); },
                      [this](const auto &series) {
                          if (series)
                              present(*series);
                          else
                              showError(series.error());
                      });
}

/// The baseline stands first, whatever the order of the others.
void SeriesPanel::present(std::shared_ptr<const RunSeries> series)
{
    m_series = std::move(series);
    ReportTable report = seriesReport(m_series);
    shortenNames(report);
    m_model->setTable(std::move(report));
    QHeaderView *header = m_table->view()->horizontalHeader();
    if (!std::exchange(m_hasOrder, true)) { // as they come, until somebody sorts
        const QSignalBlocker quiet(header);
        header->setSortIndicator(-1, Qt::AscendingOrder);
        m_table->proxy()->sort(-1);
    }
    const std::string id = "run" + std::to_string(m_series->baseline + 1) + "_ns";
    if (const int column = m_model->columnOf(id); column >= 0)
        header->moveSection(header->visualIndex(column), 1);
    m_table->setNote(m_series->missing.isEmpty() ? m_model->table().notes.value(0) : m_series->missing);
    showContent();
    fitCurve();
    const int first = m_model->rowCount() > int(m_series->rows.size()); // the row behind that of the unit
    if (m_model->rowCount())
        m_table->view()->setCurrentIndex(m_table->view()->model()->index(std::min(first, m_model->rowCount() - 1), 0));
    showCurve();
}

/// In a low panel the table has all of it.
void SeriesPanel::fitCurve()
{
    constexpr int lowest = 280; // px
    m_curve->setVisible(m_model->rowCount() > 0 && height() >= lowest);
}

void SeriesPanel::resizeEvent(QResizeEvent *event)
{
    PanelBase::resizeEvent(event);
    fitCurve();
}

void SeriesPanel::showCurve()
{
    Curve curve;
    const int row = m_table->currentRow();
    const ReportTable &table = m_model->table();
    if (m_series && row >= 0 && size_t(row) < table.rowCount) {
        curve.title = table.shortName ? table.shortName(size_t(row)) : textOf(table.cell(size_t(row), 0));
        curve.baseline = m_series->baseline;
        for (size_t k = 0; k < m_series->runs.size(); ++k) {
            const auto column = size_t(table.columnOf("run" + std::to_string(k + 1) + "_ns"));
            const ReportCell cell = table.cell(size_t(row), column);
            const auto *ns = std::get_if<int64_t>(&cell);
            const QString name = m_series->runs[k].label;
            const auto number = numberBehind(name, m_key->text().trimmed());
            const bool byKey = !m_key->text().trimmed().isEmpty() && number;
            curve.labels << (byKey ? m_key->text().trimmed() + u' ' + QString::number(*number)
                                   : table.columns[column].title);
            curve.values.push_back(ns ? std::optional(double(std::max<int64_t>(*ns, 0))) : std::nullopt);
            curve.texts << (ns ? formatRounded(*ns) : QString());
        }
    }
    m_curve->setCurve(std::move(curve));
}

} // namespace ws
