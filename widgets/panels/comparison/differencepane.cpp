#include "widgets/panels/comparison/differencepane.h"

#include "core/base/format.h"
#include "core/base/phrases.h"
#include "core/report/comparereport.h"
#include "core/report/ncupairreport.h"
#include "widgets/panels/comparison/moduledeltapane.h"
#include "widgets/toolkit/emptystate.h"
#include "widgets/toolkit/histogramview.h"
#include "widgets/toolkit/reportmodel.h"
#include "widgets/toolkit/tablepane.h"

#include <QComboBox>
#include <QHeaderView>
#include <QSignalBlocker>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>

#include <algorithm>

namespace ws {
namespace {

constexpr int minName = 300; ///< px: the numbers behind it scroll, names that are cut cannot be told apart

/// The first call in the bin; invalid: none.
EventRef firstIn(const Run &run, const RowCalls &calls, double fromNs, double toNs, bool isLast)
{
    for (size_t i = 0; i < calls.ns.size(); ++i)
        if (const auto ns = double(calls.ns[i]); ns >= fromNs && (ns < toNs || isLast))
            return run.gpu.slice[calls.work[i]];
    return {};
}

} // namespace

DifferencePane::DifferencePane(QWidget *parent)
    : QTabWidget(parent), m_model(new ReportModel(differenceReport({}, std::make_shared<const DiffTable>()))),
      m_table(new TablePane(m_model, QStringLiteral("differences"))), m_histogram(new HistogramView),
      m_missing(new EmptyState({}, this)), m_modules(new ModuleDeltaPane),
      m_ncuModel(new ReportModel(ncuPairReport(nullptr))),
      m_ncu(new TablePane(m_ncuModel, QStringLiteral("ncu-pairs"), this)), m_by(new QComboBox),
      m_limitsButton(new QToolButton)
{
    m_by->setAccessibleName(tr("What the rows of the differences are"));
    m_table->bar()->insertWidget(0, m_by);
    m_limitsButton->setText(tr("Work or efficiency?"));
    m_limitsButton->setToolTip(tr("How much of each Δ comes of other work, of another device, or of how near to the "
                                  "device's limit it runs"));
    m_limitsButton->setCheckable(true);
    m_limitsButton->hide();
    m_table->bar()->insertWidget(1, m_limitsButton);
    connect(m_limitsButton, &QToolButton::toggled, this, &DifferencePane::showLimits);
    connect(m_table, &TablePane::optionalColumnShown, this, &DifferencePane::askLimits);
    m_table->view()->setAccessibleName(tr("What changed"));
    m_histogram->hide();
    auto *rows = new QSplitter(Qt::Vertical);
    rows->addWidget(m_table);
    rows->addWidget(m_histogram);
    rows->addWidget(m_missing);
    m_missing->hide();
    rows->setStretchFactor(0, 2);
    rows->setStretchFactor(1, 1);
    rows->setChildrenCollapsible(false);
    setDocumentMode(true);
    addTab(rows, tr("Rows"));
    addTab(m_modules, tr("Module tree"));
    m_ncu->view()->setAccessibleName(tr("What Nsight Compute says of the kernels of both"));
    m_ncu->hide(); // until it has a tab
    connect(m_by, &QComboBox::activated, this, [this] {
        m_chosenBy = static_cast<DiffBy>(m_by->currentData().toInt());
        askTable();
    });
    connect(this, &QTabWidget::currentChanged, this, &DifferencePane::askModules);
    connect(m_modules, &ModuleDeltaPane::placesActivated, this, &DifferencePane::placesActivated);
    connect(m_table, &TablePane::activated, this, [this](int row) {
        if (m_rows && row >= 0 && static_cast<size_t>(row) < m_rows->rows.size())
            emit rowActivated(m_rows->rows[static_cast<size_t>(row)]);
    });
    connect(m_table->view()->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &DifferencePane::askCalls);
    connect(m_histogram, &HistogramView::binClicked, this, &DifferencePane::showBin);
}

void DifferencePane::clear()
{
    m_differing.cancel();
    m_aligning.cancel();
    m_collecting.cancel();
    m_pair.reset();
    m_limits = {};
    m_rows.reset();
    m_names = {};
    presentCalls(nullptr);
    m_modules->setDeltas(nullptr);
    m_model->setTable(differenceReport({}, std::make_shared<const DiffTable>()));
    presentNcu();
}

/// Metrics that no file has are left out.
void DifferencePane::presentNcu()
{
    const auto pairs = m_pair ? m_pair->comparison.ncu : nullptr;
    m_ncuModel->setTable(ncuPairReport(pairs));
    const ReportTable &table = m_ncuModel->table();
    for (size_t column = 0; pairs && column < table.columns.size(); ++column) {
        bool isKnown = false;
        for (size_t row = 0; row < table.rowCount && !isKnown; ++row)
            isKnown = !std::holds_alternative<std::monostate>(table.cell(row, column));
        if (table.columns[column].optional)
            m_ncu->setColumnShown(table.columns[column].id, isKnown);
    }
    if (pairs && indexOf(m_ncu) < 0)
        addTab(m_ncu, QStringLiteral("Nsight Compute"));
    else if (!pairs && indexOf(m_ncu) >= 0)
        removeTab(indexOf(m_ncu));
}

void DifferencePane::setPair(std::shared_ptr<const ComparedPair> pair)
{
    m_aligning.cancel();
    m_modules->setDeltas(nullptr);
    m_pair = std::move(pair);
    m_limits = {};
    fillKinds();
    askTable();
    askLimits();
    const auto &kinds = m_pair->comparison.tables;
    setTabVisible(indexOf(m_modules), std::find(kinds.begin(), kinds.end(), DiffBy::Module) != kinds.end());
    presentNcu();
    showTabs();
    askModules();
}

void DifferencePane::showTabs()
{
    tabBar()->setVisible(m_front || isTabVisible(indexOf(m_modules)) || indexOf(m_ncu) >= 0);
}

void DifferencePane::setFront(QWidget *page, const QString &title)
{
    if (m_front)
        removeTab(indexOf(m_front));
    m_front = page;
    if (page)
        setCurrentIndex(insertTab(0, page, title));
    showTabs();
}

void DifferencePane::setNames(size_t side, std::shared_ptr<const ShortNames> names)
{
    m_names[side] = std::move(names);
    if (m_rows)
        presentTable(m_rows);
}

/// The kinds of rows that both runs have. What somebody has chosen stays if it is among them, else the first is the
/// most useful.
void DifferencePane::fillKinds()
{
    const QSignalBlocker quiet(m_by);
    m_by->clear();
    for (const DiffBy by : m_pair->comparison.tables)
        m_by->addItem(diffByText(by), static_cast<int>(by));
    if (m_chosenBy)
        m_by->setCurrentIndex(std::max(0, m_by->findData(static_cast<int>(*m_chosenBy))));
    m_by->setVisible(m_by->count() > 0);
}

void DifferencePane::showKind(DiffBy by)
{
    m_chosenBy = by;
    if (!m_pair)
        return;
    fillKinds();
    askTable();
}

void DifferencePane::setLimits(const PairLimits &limits)
{
    m_limits = limits;
    askTable();
}

/// Those for which there is room; the others are in the menu of the header.
void DifferencePane::showLimits(bool shown)
{
    const bool areTwoDevices = m_limits.isAsked() && !isOneDevice(m_limits);
    const ReportTable &table = m_model->table();
    const auto isEmpty = [&table](int column) {
        for (size_t row = 0; row < table.rowCount; ++row)
            if (table.cell(row, size_t(column)).index() != 0)
                return false;
        return true;
    };
    for (const std::string_view id :
         {"a_of_limit", "b_of_limit", "delta_work_ns", "delta_device_ns", "delta_efficiency_ns"})
        if (m_model->columnOf(id) >= 0)
            m_table->setColumnShown(id,
                                    shown && (areTwoDevices || id != "delta_device_ns") &&
                                        !(m_limits.isAsked() && isEmpty(m_model->columnOf(id)))); // the note says why
    if (shown)
        askLimits();
}

void DifferencePane::askLimits()
{
    if (m_pair && !m_limits.isAsked() && hasLimits(m_pair->comparison, DiffBy::Kernel) &&
        m_table->isAnyShown("a_tflops", "delta_efficiency_ns"))
        emit limitsWanted();
}

void DifferencePane::askTable()
{
    m_differing.cancel();
    if (!m_pair || m_by->currentIndex() < 0)
        return presentTable(std::make_shared<const DiffTable>());
    const auto by = static_cast<DiffBy>(m_by->currentData().toInt());
    const PairLimits limits = hasLimits(m_pair->comparison, by) ? m_limits : PairLimits();
    if (by == DiffBy::Kernel && !limits.isAsked())
        return presentTable(std::shared_ptr<const DiffTable>(m_pair, &m_pair->kernels));
    m_differing.start(
        [pair = m_pair, by, limits](const Progress &progress) {
            return differences(*pair->a, *pair->b, pair->comparison, by, &progress, limits);
        },
        [this](const auto &table) {
            if (table)
                presentTable(*table);
            else
                emit failed(table.error());
        });
}

void DifferencePane::presentTable(std::shared_ptr<const DiffTable> table)
{
    presentCalls(nullptr);
    m_rows = std::move(table);
    ReportTable report = differenceReport(m_pair ? m_pair->comparison : Comparison(), m_rows);
    report.shortName = [this, rows = m_rows](size_t row) { return shortForms(rows->rows[row]).value(0); };
    report.narrowNames = [this, rows = m_rows](size_t row) { return shortForms(rows->rows[row]).mid(1); };
    shortenNames(report); // of both runs together: names of one may look like those of the other
    m_model->setTable(std::move(report));
    m_limitsButton->setVisible(m_pair && hasLimits(m_pair->comparison, m_rows->by) && m_rows->missing.isEmpty());
    if (m_limitsButton->isChecked())
        showLimits(true);
    arrangeColumns();
    const bool isMissing = m_rows->rows.empty() && !m_rows->missing.isEmpty();
    m_missing->setSentence(asSentence(m_rows->missing));
    m_missing->setVisible(isMissing);
    m_table->view()->setVisible(!isMissing); // its bar stays: another kind of rows may be chosen
    m_table->setMaximumHeight(isMissing ? m_table->sizeHint().height() : QWIDGETSIZE_MAX);
    const bool isWhole = m_rows->missing.isEmpty();
    m_table->setNote(isWhole ? countedNote() : isMissing ? QString() : asSentence(m_rows->missing));
}

QString DifferencePane::countedNote() const
{
    QStringList notes;
    if (m_limitsButton->isChecked()) // the answer to what was just asked
        notes << workChangeNotes(*m_rows);
    if (!m_rows->what.isEmpty())
        notes << tr("Counted: %1").arg(m_rows->what);
    const auto notable = std::ranges::count_if(m_rows->rows, &DiffRow::notable);
    const auto all = std::ssize(m_rows->rows);
    const bool isNoiseKnown = !m_rows->ofPhases || std::ranges::none_of(m_rows->rows, [](const DiffRow &row) {
        return row.isOfSteps() && row.call.tooFew; // what is notable differs by 5 % or more, whatever the noise is
    });
    if (isNoiseKnown && notable > 0 && notable < all && std::ranges::is_partitioned(m_rows->rows, &DiffRow::notable))
        notes << tr("%1 of %2 rows differ beyond the noise and come first until you sort")
                     .arg(formatCount(notable), formatCount(all));
    if (!m_limitsButton->isChecked())
        notes << workChangeNotes(*m_rows);
    return notes.join(QStringLiteral("  ·  "));
}

const DiffRow *DifferencePane::currentKernel() const
{
    const int row = m_table->currentRow();
    const bool ofKernels = m_pair && m_rows && m_by->currentData().toInt() == static_cast<int>(DiffBy::Kernel);
    return ofKernels && row >= 0 && static_cast<size_t>(row) < m_rows->rows.size()
               ? &m_rows->rows[static_cast<size_t>(row)]
               : nullptr;
}

const DiffRow *DifferencePane::currentSum() const
{
    const int row = m_table->currentRow();
    if (!m_pair || !m_rows || row < 0 || static_cast<size_t>(row) >= m_rows->rows.size() ||
        (m_rows->by != DiffBy::Row && m_rows->by != DiffBy::Kernel))
        return nullptr;
    const DiffRow &shown = m_rows->rows[static_cast<size_t>(row)];
    return shown.of == CountedTime::Kernels && shown.a.count && shown.b.count ? &shown : nullptr;
}

/// Empty: the name stays as it is.
QStringList DifferencePane::shortForms(const DiffRow &row) const
{
    const DiffSide *sides[] = {&row.a, &row.b};
    for (size_t i = 0; i < m_names.size(); ++i)
        if (m_names[i] && sides[i]->names.size() == 1)
            if (const QString brief = m_names[i]->value(sides[i]->names.front()); !brief.isEmpty())
                return QStringList(brief) + m_names[i]->narrower(sides[i]->names.front());
    return {};
}

/// The rows as they come, by what they contribute, until somebody sorts; what became of a row stands beside its name,
/// and how it was found and what it is called in B behind its change.
void DifferencePane::arrangeColumns()
{
    QHeaderView *header = m_table->view()->horizontalHeader();
    if (header->sortIndicatorSection() <= 0) {
        const QSignalBlocker quiet(header);
        header->setSortIndicator(-1, Qt::AscendingOrder);
        m_table->proxy()->sort(-1);
    }
    int place = 1; // what changed is seen first, also where there is little room, and before it what the rows stand by
    std::vector<std::string_view> first{"delta_unit_ns", "delta_ns"};
    if (m_limitsButton->isChecked())
        first.insert(first.end(),
                     {"delta_work_ns", "delta_device_ns", "delta_efficiency_ns", "a_of_limit", "b_of_limit"});
    first.insert(first.end(), {"status", "match", "name_b", "delta_share"});
    for (const std::string_view id : first)
        if (const int column = m_model->columnOf(id); column >= 0)
            header->moveSection(header->visualIndex(column), place++);
    if (!m_rows->rows.empty())
        m_table->fitNames(minName);
}

void DifferencePane::askModules()
{
    if (!m_pair || currentWidget() != m_modules || m_modules->model()->deltas() || m_aligning.isRunning())
        return;
    m_modules->setNote(tr("Comparing …"));
    m_aligning.start(
        [pair = m_pair](const Progress &progress) {
            return moduleDeltas(*pair->a, *pair->b, pair->comparison.unit, &progress);
        },
        [this](const auto &deltas) {
            if (deltas)
                m_modules->setDeltas(*deltas);
            else
                m_modules->setNote(deltas.error().text());
        });
}

void DifferencePane::askCalls()
{
    m_collecting.cancel();
    const int row = m_table->currentRow();
    if (!m_pair || !m_rows || row < 0 || static_cast<size_t>(row) >= m_rows->rows.size())
        return presentCalls(nullptr);
    m_collecting.start(
        [pair = m_pair, rows = m_rows, row](const Progress &progress) {
            return rowDistribution(*pair->a, *pair->b, rows->by, rows->rows[static_cast<size_t>(row)], &progress);
        },
        [this](const auto &calls) { presentCalls(calls ? *calls : nullptr); });
}

void DifferencePane::presentCalls(std::shared_ptr<const RowDistribution> calls)
{
    m_calls = calls && calls->statsA.count + calls->statsB.count > 1 ? std::move(calls) : nullptr;
    m_histogram->setVisible(m_calls != nullptr);
    if (auto *rows = qobject_cast<QSplitter *>(m_histogram->parentWidget()); rows && m_calls && !m_hadHistogram) {
        m_hadHistogram = true; // later as the user left it; of its minimum, the texts take nearly all
        rows->setSizes({2 * rows->height() / 3, rows->height() / 3, 0});
    }
    if (m_calls)
        m_histogram->setPair(m_calls->binsA, m_calls->statsA, m_calls->binsB, m_calls->statsB);
}

void DifferencePane::showBin(double fromNs, double toNs, bool isLast)
{
    if (m_pair && m_calls)
        emit placesActivated(firstIn(m_pair->a->run(), m_calls->a, fromNs, toNs, isLast),
                             firstIn(m_pair->b->run(), m_calls->b, fromNs, toNs, isLast));
}

} // namespace ws
