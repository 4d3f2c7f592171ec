#include "widgets/panels/selection/rangedetails.h"

#include "core/model/devicewords.h"
#include "core/report/rangereport.h"
#include "widgets/session/scopetext.h"
#include "widgets/session/slicetext.h"
#include "widgets/toolkit/plaintext.h"
#include "widgets/toolkit/reportmodel.h"
#include "widgets/toolkit/shortnames.h"
#include "widgets/toolkit/tablepane.h"
#include "widgets/toolkit/whenvisible.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QTableView>

namespace ws {
namespace {
constexpr int maxTracks = 400;            ///< in the list of rows; a file may have 100,000
enum Rows { GpuRows = -1, CpuRows = -2 }; ///< item data; else the track
} // namespace

RangeDetails::RangeDetails(Pane *pane, QWidget *parent)
    : QWidget(parent), m_pane(pane), m_model(new ReportModel(rangeReport(nullptr, nullptr))),
      m_table(new TablePane(m_model, QStringLiteral("range"), this)), m_rows(new QComboBox(this)),
      m_figures(plainLabel(this))
{
    m_figures->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_figures->setContentsMargins(8, 8, 8, 0);
    m_figures->setWordWrap(true);
    m_figures->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Minimum);
    m_rows->setAccessibleName(tr("Rows that count"));
    m_rows->setMaximumWidth(280);
    m_table->bar()->insertWidget(0, m_rows);
    m_table->view()->setAccessibleName(tr("Slices in the range by name"));
    m_table->sortBy("self_ns", Qt::DescendingOrder);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_figures);
    layout->addWidget(m_table);
    connect(m_table, &TablePane::activated, this, &RangeDetails::highlight);
    connect(m_rows, &QComboBox::currentIndexChanged, this, &RangeDetails::refresh);
    auto *later = new WhenVisible(this, [this] { refresh(); });
    connect(pane, &Pane::rangeChanged, later, &WhenVisible::request);
    connect(pane, &Pane::focusChanged, later, &WhenVisible::request);
    connect(pane, &Pane::runChanged, this, &RangeDetails::dropOldRun);
    connect(pane, &Pane::runChanged, this, &RangeDetails::fillRows);
    fillRows();
}

void RangeDetails::fillRows()
{
    const QString before = m_rows->currentText();
    m_rows->blockSignals(true);
    m_rows->clear();
    if (const RunPtr run = m_pane->run()) {
        if (run->gpu.size())
            m_rows->addItem(forDevice(tr("All GPU streams"), *run), GpuRows);
        m_rows->addItem(tr("All CPU threads"), CpuRows);
        const auto &tracks = run->timeline.tracks;
        for (size_t t = 0; t < tracks.size() && m_rows->count() < maxTracks; ++t)
            if (tracks[t].sliceCount)
                m_rows->addItem(trackTitle(*run, tracks[t]), static_cast<int>(t));
    }
    m_rows->setCurrentIndex(std::max(0, m_rows->findText(before)));
    m_rows->blockSignals(false);
    refresh();
}

std::vector<uint32_t> RangeDetails::tracks() const
{
    const int chosen = m_rows->currentData().toInt();
    if (chosen >= 0)
        return {static_cast<uint32_t>(chosen)};
    const TrackKind kind = chosen == GpuRows ? TrackKind::GpuStream : TrackKind::CpuThread;
    const auto &all = m_pane->run()->timeline.tracks;
    std::vector<uint32_t> found;
    for (uint32_t t = 0; t < all.size(); ++t)
        if (all[t].kind == kind)
            found.push_back(t);
    return found;
}

/// Removes the rows of another run at once: their ids mean nothing in this run.
void RangeDetails::dropOldRun()
{
    if (m_shown && m_shown->run != m_pane->run())
        dropRows();
}

void RangeDetails::dropRows()
{
    m_job.cancel();
    m_shown.reset();
    m_model->setTable(rangeReport(nullptr, nullptr));
}

void RangeDetails::refresh()
{
    const RunPtr run = m_pane->run();
    const auto range = m_pane->context().range();
    if (!run || !range)
        return dropRows();
    m_job.start(
        [run, range = *range, rows = tracks(), only = m_pane->context().focus().activities](const Progress &progress) {
            const bool nests = std::any_of(rows.begin(), rows.end(), [&](uint32_t track) {
                return run->timeline.tracks[track].kind == TrackKind::CpuThread;
            });
            auto stats = rangeStats(run->timeline, lanesOf(run->timeline, rows), range, &progress, only.get());
            if (!stats)
                return std::optional<Shown>();
            std::vector<std::string_view> names;
            for (const auto &row : stats->names)
                if (!nests)
                    names.push_back(run->text(row.name));
            return std::optional(Shown{run, range.length(), nests, std::move(*stats), shortForms(names)});
        },
        [this](const auto &shown) {
            if (shown)
                return present(*shown);
            dropRows();
            m_figures->setText(JobErrors::text(shown.error()));
        });
}

void RangeDetails::present(std::shared_ptr<const Shown> shown)
{
    m_shown = std::move(shown);
    const RangeStats &stats = m_shown->stats;
    ReportTable table = rangeReport(m_shown->run, {m_shown, &stats});
    if (!m_shown->nests) {
        table.shortName = [shown = m_shown](size_t row) { return shown->forms[row].value(0); };
        table.narrowNames = [shown = m_shown](size_t row) { return shown->forms[row].mid(1); };
    }
    m_model->setTable(std::move(table));
    const double share =
        m_shown->rangeNs > 0 ? static_cast<double>(stats.unionNs) / static_cast<double>(m_shown->rangeNs) : 0;
    const QString only =
        m_pane->context().focus()
            ? tr("Only %1 (Shift+Esc shows all)").arg(m_pane->context().focus().title) + QStringLiteral("  ·  ")
            : QString();
    const QString figures = m_shown->nests ? tr("%1 slices  ·  busy %2 (%3 of the range)  ·  sum of self times %4")
                                           : tr("%1 slices  ·  busy %2 (%3 of the range)  ·  sum of durations %4");
    m_figures->setText(only + scopeText(m_pane->context()) + QStringLiteral("  ·  ") +
                       figures.arg(formatCount(static_cast<int64_t>(stats.count)),
                                   timeInScope(m_pane->context(), stats.unionNs), formatPercent(share),
                                   timeInScope(m_pane->context(), stats.selfNs)));
}

void RangeDetails::highlight(int row)
{
    if (m_shown && m_shown->run == m_pane->run() && row >= 0 && row < m_model->rowCount())
        m_pane->context().setHighlightedName(m_shown->stats.names[static_cast<size_t>(row)].name);
}

} // namespace ws
