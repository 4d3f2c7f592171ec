#include "widgets/tables/tablespanel.h"

#include "core/analysis/stages/tablework.h"
#include "core/base/format.h"
#include "core/base/phrases.h"
#include "core/base/texts.h"
#include "core/model/runlabel.h"
#include "core/model/torchbalance.h"
#include "widgets/session/scopeline.h"
#include "widgets/tables/tablenotes.h"
#include "widgets/tables/texttablemodel.h"
#include "widgets/toolkit/celldelegate.h"
#include "widgets/toolkit/plaintext.h"
#include "widgets/toolkit/tablepane.h"

#include <QComboBox>
#include <QHeaderView>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

#include <set>

namespace ws {
namespace {

constexpr int listWidth = 210, lowestListWidth = 100;
constexpr int detailsHeight = 92;
constexpr size_t fewRows = 12; ///< leave room for the details of one
constexpr int widestText = 320;
constexpr int shortestName = 160;
constexpr int minName = 320; ///< px, for long names; kernel names differ late

QString kindTitle(const Table &table)
{
    if (table.kind == looseTotalsKind)
        return TablesPanel::tr("torch profiler, totals");
    return table.kind == "ncu-kernels" ? TablesPanel::tr("Nsight Compute, a row per kernel") : toolTitle(table.kind);
}

/// "cuda_gpu_kern_sum · jetson": in a narrow list the words in which the places of equal reports differ say more than
/// the whole places.
QStringList listLabels(const Run &run)
{
    std::vector<Labelled> things;
    for (const Table &table : run.tables) {
        const bool isAlone = table.report.empty() || std::ranges::count(run.tables, table.report, &Table::report) == 1;
        things.push_back({shownTitle(isAlone ? table.title : table.report), shownTitle(table.title), {}});
    }
    return distinctLabels(things);
}

/// What answers first: rows per kernel with what Nsight Compute says of them, not the hundreds of metrics they were
/// made from; else the times of kernels, not those of the OS runtime above them.
int firstToShow(const Run &run)
{
    const auto find = [&](auto matches) -> int {
        const auto found = std::ranges::find_if(run.tables, matches);
        return found == run.tables.end() ? -1 : static_cast<int>(found - run.tables.begin());
    };
    const int perKernel = find([](const Table &table) { return table.kind == "ncu-kernels"; });
    if (perKernel >= 0)
        return perKernel;
    return std::max(0, find([](const Table &table) {
                        return table.kind == "torch" || table.report == "cuda_gpu_kern_sum" ||
                               table.report == "cuda_gpu_sum" || table.report == "kernel_stats" ||
                               holdsGpuWork(table) || table.report == "op_statistic";
                    }));
}

} // namespace

TablesPanel::TablesPanel(Pane *pane, Place place, QWidget *parent) : PanelBase(parent), m_pane(pane), m_place(place)
{
    build();
    setHeader(new ScopeLine(pane, WhyNotFollowed::any(tr("the tables of a file hold sums without times")), this));
    connect(pane, &Pane::runChanged, this, &TablesPanel::refresh);
    connect(pane, &Pane::ncuLinksChanged, this, &TablesPanel::refresh);
    connect(m_list, &QListWidget::currentRowChanged, this, &TablesPanel::openTable);
    refresh();
}

void TablesPanel::build()
{
    m_list = new QListWidget(this);
    m_list->setAccessibleName(tr("Tables of the file"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setItemDelegate(new CellDelegate(m_list)); // its margins
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_details = new QPlainTextEdit(this);
    m_details->setReadOnly(true);
    m_details->setFrameShape(QFrame::NoFrame);
    m_details->setMaximumHeight(detailsHeight);
    m_details->setAccessibleName(tr("Texts of the selected row"));
    m_details->setTabChangesFocus(true);
    auto *right = new QWidget(this);
    m_right = new QVBoxLayout(right);
    m_right->setContentsMargins(0, 0, 0, 0);
    m_right->setSpacing(0);
    m_notes = new TableNotes(right);
    m_right->addWidget(m_notes);
    m_right->addWidget(m_details);
    m_split = new QSplitter(this);
    m_split->setHandleWidth(1);
    m_split->addWidget(m_list);
    m_split->addWidget(right);
    m_split->setStretchFactor(1, 1);
    m_split->setSizes({listWidth, 4 * listWidth});
    connect(m_split, &QSplitter::splitterMoved, this, [this] { m_ownWidths = true; });
    setContent(m_split);
}

RunPtr TablesPanel::shownRun() const
{
    const RunPtr run = m_pane->run();
    if (holdsOnlyTables(run) != (m_place == Place::Centre))
        return nullptr;
    if (run && run->tables.empty() && !m_pane->context().ncuLinks().empty() &&
        m_pane->context().ncuLinks()[0]->timeline == run)
        return m_pane->context().ncuLinks()[0]->ncu;
    return run;
}

void TablesPanel::refresh()
{
    const RunPtr run = shownRun();
    if (run && run == m_run) {
        updateLink();
        return;
    }
    m_run = run;
    m_list->blockSignals(true);
    m_list->clear();
    const QStringList labels = m_run ? listLabels(*m_run) : QStringList();
    if (m_run)
        for (const Table &table : m_run->tables) {
            auto *item = new QListWidgetItem(labels[m_list->count()], m_list);
            item->setSizeHint({0, m_list->fontMetrics().height() + 8});
            item->setToolTip(
                plainToolTip(tr("%1\n%2, %3 rows, line %4")
                                 .arg(shownTitle(table.title), kindTitle(table),
                                      formatCount(static_cast<int64_t>(table.rows.size())), formatCount(table.line))));
        }
    m_list->blockSignals(false);
    m_list->setVisible(m_list->count() > 1);
    if (m_list->count())
        showContent();
    else
        showEmpty(emptySentence());
    delete m_table;
    m_table = nullptr;
    m_model = nullptr;
    if (m_list->count())
        m_list->setCurrentRow(firstToShow(*m_run));
}

QString TablesPanel::emptySentence() const
{
    if (m_run)
        return tr("This file holds no tables: they come with the text output of torch's profiler, nsys stats and ncu.");
    return m_pane->run() ? tr("The tables of this file stand in the middle of the window.")
                         : tr("Open the text output of torch's profiler, nsys stats or ncu to see its tables.");
}

void TablesPanel::showTable(int index)
{
    m_list->setCurrentRow(index);
}

int TablesPanel::currentTable() const
{
    return m_list->currentRow();
}

void TablesPanel::openTable(int index)
{
    delete m_table;
    m_table = nullptr;
    m_model = nullptr;
    if (index < 0)
        return;
    m_model = new TextTableModel(m_run, static_cast<size_t>(index));
    const Table &table = m_model->printed();
    m_table = new TablePane(m_model, QStringLiteral("text-") + toText(table.kind + '-' + table.report), this);
    m_table->view()->setAccessibleName(shownTitle(table.title));
    const QString rows =
        table.rows.size() == 1 ? tr("1 row") : tr("%1 rows").arg(formatCount(static_cast<int64_t>(table.rows.size())));
    m_table->setAllRows(static_cast<int>(table.rows.size()));
    if (!table.rowKinds.empty())
        m_table->setMayAdd([model = m_model](const std::vector<int> &shown) {
            return std::ranges::adjacent_find(shown, std::ranges::not_equal_to(), [&](int row) {
                       return model->printed().rowKinds[model->printedRow(row)];
                   }) == shown.end();
        });
    m_table->setNote(QStringList{rows, kindTitle(table), shownTitle(table.title)}.join(QStringLiteral("  ·  ")));
    m_right->insertWidget(1, m_table, 1);
    const bool few = table.rows.size() <= fewRows;
    m_details->setMaximumHeight(few ? QWIDGETSIZE_MAX : detailsHeight);
    m_right->setStretchFactor(m_details, few);
    arrangeColumns();
    updateLink();
    connect(m_table, &TablePane::activated, this, &TablesPanel::showKernel, Qt::QueuedConnection);
    if (m_model->kindColumn() >= 0)
        addKindFilter();
    connect(m_table->view()->selectionModel(), &QItemSelectionModel::selectionChanged, this, &TablesPanel::showRow);
    connect(m_model, &QAbstractItemModel::modelReset, this, &TablesPanel::showRow);
    showNotes();
    if (table.kind == "ncu-kernels" && !table.rows.empty())
        m_table->view()->selectRow(0);
    showRow();
}

void TablesPanel::updateLink()
{
    if (!m_model)
        return;
    std::shared_ptr<const NcuLink> found;
    for (const auto &link : m_pane->context().ncuLinks())
        if (link->ncu == m_run && static_cast<int>(link->table) == m_list->currentRow())
            found = link;
    if (found.get() == m_model->link())
        return;
    const std::vector<int> selected = m_table->selectedRows();
    m_model->setLink(found);
    if (!selected.empty())
        m_table->view()->selectRow(selected.front());
    arrangeColumns();
    showNotes();
}

/// In the timeline. Queued: another run may become current, which removes this table.
void TablesPanel::showKernel(int row)
{
    if (!m_model || row >= m_model->rowCount() || !m_model->kernelOf(row).valid())
        return;
    const EventRef kernel = m_model->kernelOf(row);
    if (RunContext *timeline = m_model->link()->timelineContext) {
        timeline->requestActivation();
        timeline->reveal(kernel);
    }
}

/// The order of the file, but the name first; a click on a header sorts, the third one restores the file's order.
void TablesPanel::arrangeColumns()
{
    QTableView *view = m_table->view();
    QHeaderView *header = view->horizontalHeader();
    header->setSortIndicatorClearable(true);
    view->sortByColumn(-1, Qt::AscendingOrder);
    const std::string &first = m_model->printed().columns.empty() ? std::string() : m_model->printed().columns[0].name;
    const int front = first == "ID" || first == "#" ? 1 : 0;
    header->moveSection(header->visualIndex(m_model->nameColumn()), front);
    if (m_model->kindColumn() >= 0)
        header->moveSection(header->visualIndex(m_model->kindColumn()), front + 1);
    for (int column = static_cast<int>(m_model->printed().columns.size());
         m_model->link() && column < m_model->columnCount(); ++column)
        header->moveSection(header->visualIndex(column),
                            front + 1 + column - static_cast<int>(m_model->printed().columns.size()));
    const int content = static_cast<const QAbstractItemView *>(view)->sizeHintForColumn(m_model->nameColumn());
    m_table->fitNames(std::clamp(content, shortestName, minName));
    if (header->count() == 0)
        return;
    const auto &last = m_model->columns()[static_cast<size_t>(header->logicalIndex(header->count() - 1))];
    header->setStretchLastSection(last.kind == CellKind::Text); // findings are long
}

void TablesPanel::addKindFilter()
{
    auto *kinds = new QComboBox(m_table);
    kinds->setAccessibleName(tr("Kind of row"));
    kinds->addItem(tr("All kinds of rows"));
    const std::set<RowKind> there(m_model->printed().rowKinds.begin(), m_model->printed().rowKinds.end());
    for (const RowKind kind : there)
        if (kind != RowKind::Plain)
            kinds->addItem(tr("Only: %1").arg(rowKindTitle(kind)), static_cast<int>(kind));
    connect(kinds, &QComboBox::currentIndexChanged, this, [this, kinds] {
        const QVariant kind = kinds->currentData();
        m_model->setRowKind(kind.isValid() ? std::optional(static_cast<RowKind>(kind.toInt())) : std::nullopt);
    });
    m_table->bar()->insertWidget(0, kinds);
}

void TablesPanel::showNotes()
{
    QStringList lines;
    if (m_model->link())
        lines << joinNote(*m_model->link());
    for (const std::string &note : m_model->printed().notes)
        lines << toText(note);
    if (const int same = identicalTables(m_run->tables)[static_cast<size_t>(m_list->currentRow())]; same >= 0)
        lines << tr("Identical to %1.").arg(shownTitle(m_run->tables[static_cast<size_t>(same)].title));
    m_notes->setNotes(lines);
    m_notes->fit(height());
}

void TablesPanel::resizeEvent(QResizeEvent *event)
{
    PanelBase::resizeEvent(event);
    if (!m_ownWidths) { // beside another file there is less than half
        const int ofList = std::clamp(width() / 3, lowestListWidth, listWidth);
        m_split->setSizes({ofList, std::max(1, width() - ofList)});
    }
    m_notes->fit(height());
    if (m_model)
        showRow();
}

/// Long texts of the current row in full, and the limits of its selection.
void TablesPanel::showRow()
{
    constexpr qsizetype longText = 40;
    QStringList lines;
    const std::vector<int> selected = m_table->selectedRows();
    if (m_model->kindColumn() >= 0) {
        std::set<RowKind> kinds;
        for (const int row : selected)
            kinds.insert(m_model->printed().rowKinds[m_model->printedRow(row)]);
        if (kinds.size() > 1)
            lines << tr("The selected rows are of different kinds: their times overlap, so their sum means nothing.");
    }
    if (selected.size() == 1)
        for (int column = 0; column < m_model->columnCount(); ++column) {
            QString text = m_model->index(selected.front(), column).data().toString();
            const bool isText = m_model->columns()[static_cast<size_t>(column)].kind == CellKind::Text ||
                                column == m_model->nameColumn();
            if (!isText || text.size() < longText)
                continue;
            text.replace(QLatin1String("; ["), QLatin1String("\n["));
            lines << (column == m_model->nameColumn()
                          ? text
                          : labelled(m_model->columns()[static_cast<size_t>(column)].title, text));
        }
    m_details->setPlainText(lines.join(u'\n'));
    constexpr int lowest = 220; // px; in a lower panel they would hide the rows themselves
    m_details->setVisible(!lines.isEmpty() && height() >= lowest);
}

} // namespace ws
