#include "widgets/panels/code/codepanel.h"

#include "core/base/format.h"
#include "core/base/texts.h"
#include "core/model/devicewords.h"
#include "widgets/panels/code/icicleview.h"
#include "widgets/session/scopetext.h"
#include "widgets/toolkit/tablepane.h"

#include <QComboBox>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace ws {
namespace {

enum By { Line, Stack, Operator };
enum Direction { FromOutermost, FromInnermost };

/// The title of a share says of what.
ReportTable ofGpuWork(ReportTable table)
{
    if (const int share = table.columnOf("share"); share >= 0)
        table.columns[static_cast<size_t>(share)].title = CodePanel::tr("Of GPU work");
    return table;
}

} // namespace

CodePanel::CodePanel(Pane *pane, QWidget *parent)
    : RunTablePanel(pane, ofGpuWork(lineReport(nullptr, nullptr)), parent), m_by(new QComboBox(this)),
      m_direction(new QComboBox(this)), m_allFrames(new QToolButton(this)), m_icicle(new IcicleView(this))
{
    m_by->addItems({tr("by source line"), tr("by call stack"), tr("by operator")}); // as By
    m_by->setAccessibleName(tr("What the rows are"));
    m_direction->addItems({tr("from the outermost frame"), tr("from the innermost frame")}); // as Direction
    m_direction->setAccessibleName(tr("Order of the frames in the picture"));
    table()->bar()->insertWidget(0, m_by);
    table()->bar()->insertWidget(1, m_direction);
    m_allFrames->setText(tr("All frames"));
    m_allFrames->setToolTip(
        tr("The picture shows a part: back to all GPU work (Esc); a click on its top goes one frame outwards"));
    m_allFrames->hide();
    table()->bar()->insertWidget(2, m_allFrames);
    table()->sortBy("gpu_ns", Qt::DescendingOrder);
    auto *beside = new QWidget(this);
    beside->setBackgroundRole(QPalette::Base);
    beside->setAutoFillBackground(true);
    auto *layout = new QVBoxLayout(beside);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->addWidget(m_icicle);
    addBeside(beside);
    connect(split(), &QSplitter::splitterMoved, this, [this] { m_widthsAreTheUsers = true; });
    connect(m_by, &QComboBox::activated, this, &PanelBase::refreshLater);
    connect(m_direction, &QComboBox::activated, this, &CodePanel::showIcicle);
    connect(m_allFrames, &QToolButton::clicked, m_icicle, [this] { m_icicle->zoomTo(noStackNode); });
    connect(m_icicle, &IcicleView::zoomed, this,
            [this] { m_allFrames->setVisible(m_icicle->zoomedTo() != noStackNode); });
    connect(table()->view(), &QAbstractItemView::clicked, this, &CodePanel::highlightRows);
    connect(pane, &Pane::rangeChanged, this, &PanelBase::refreshLater);
    connect(pane, &Pane::focusChanged, this, &PanelBase::refreshLater);
    refresh();
}

QString CodePanel::whyEmpty(const Run *run) const
{
    if (!run)
        return tr("Open a trace to see which source line costs how much GPU time.");
    if (const QString none = noKnownGpu(*run); !none.isEmpty())
        return none;
    return run->gpu.size() ? QString() : tr("This file has no GPU work with times, so no source lines that launch it.");
}

StackOptions CodePanel::options() const
{
    return {context().range(), context().focus().activities};
}

void CodePanel::ask(RunContext &context)
{
    table()->setScope(focusedScopeText(context));
    m_wantedStacks.ask(context.cache(), CallStacksKey{{}, options()}, [this](const auto &stacks) {
        if (stacks)
            takeStacks(*stacks);
        else
            fail(stacks.error());
    });
}

void CodePanel::cancel()
{
    m_wantedStacks.cancel();
    m_wantedPicture.cancel();
    m_wantedLines.cancel();
    m_stacks.reset();
    m_lines.reset();
    m_icicle->setStacks(nullptr, nullptr);
}

void CodePanel::takeStacks(std::shared_ptr<const CallStacks> stacks)
{
    m_stacks = std::move(stacks);
    showIcicle();
    if (m_by->currentIndex() == Stack) {
        m_lines.reset();
        m_wantedLines.cancel();
        return present(ofGpuWork(stackReport(pane().run(), m_stacks)), {}, {});
    }
    const auto shown = m_by->currentIndex() == Operator ? nullptr : m_stacks;
    m_wantedLines.ask(context().cache(), SourceLinesKey{{}, shown, options()}, [this](const auto &lines) {
        if (lines)
            showLines(*lines);
        else
            fail(lines.error());
    });
}

void CodePanel::showLines(std::shared_ptr<const SourceLines> lines)
{
    m_lines = std::move(lines);
    const bool byOperator = m_by->currentIndex() == Operator;
    const bool noStacks = !byOperator && m_stacks->nodes.empty();
    present(ofGpuWork(lineReport(pane().run(), m_lines, byOperator ? StackBy::Operator : StackBy::Line)),
            noStacks ? tr("No Python call stack is in the file: record with_stack=True to see source lines.")
                     : QString(),
            {});
}

void CodePanel::showIcicle()
{
    const bool hasFrames = m_stacks && !m_stacks->nodes.empty();
    m_icicle->parentWidget()->setVisible(hasFrames);
    shareWidth();
    m_direction->setVisible(hasFrames);
    if (!hasFrames)
        return m_icicle->setStacks(nullptr, nullptr);
    m_wantedPicture.ask(context().cache(), StackPictureKey{{}, m_stacks, m_direction->currentIndex() != FromOutermost},
                        [this](const auto &picture) {
                            if (picture)
                                m_icicle->setStacks(pane().run(), *picture);
                            else
                                fail(picture.error());
                        });
}

void CodePanel::resizeEvent(QResizeEvent *event)
{
    RunTablePanel::resizeEvent(event);
    shareWidth();
}

/// The picture has half of a wide window; in a small one the table keeps what its columns need.
void CodePanel::shareWidth()
{
    constexpr int table = 640, picture = 220;
    if (m_widthsAreTheUsers)
        return;
    const int ofTable = std::max(width() * 9 / 20, std::min(table, width() - picture));
    split()->setSizes({ofTable, width() - ofTable});
}

/// The GPU work of the selected rows in the timeline, and the frame of a single one in the picture.
void CodePanel::highlightRows()
{
    const RunPtr run = context().run();
    const std::vector<int> rows = table()->selectedRows();
    if (!run || !m_lines || shown().run != run || rows.empty())
        return;
    std::vector<uint8_t> wanted(m_lines->rows.size());
    for (const int row : rows)
        if (static_cast<size_t>(row) < wanted.size())
            wanted[static_cast<size_t>(row)] = 1;
    const auto first = static_cast<size_t>(rows.front());
    const bool isOne = rows.size() == 1 && first < wanted.size();
    m_icicle->setMarked(isOne ? m_lines->rows[first].name : std::string_view());
    auto slices = ActivitySet::ofRows(*run, m_lines->ofActivity, wanted);
    if (!slices || slices->count() == 0)
        return context().clearHighlight();
    Highlight highlight;
    highlight.run = run.get();
    highlight.title =
        isOne ? toText(m_lines->rows[first].name) : tr("%1 rows").arg(formatCount(static_cast<int64_t>(rows.size())));
    highlight.slices = std::make_shared<const ActivitySet>(std::move(*slices));
    context().setHighlight(std::move(highlight));
}

/// The longest GPU work of the row.
void CodePanel::activate(int row)
{
    if (!m_lines || static_cast<size_t>(row) >= m_lines->rows.size())
        return;
    const GpuWork &gpu = context().run()->gpu;
    size_t longest = SIZE_MAX;
    for (size_t i = 0; i < gpu.size() && i < m_lines->ofActivity.size(); ++i)
        if (m_lines->ofActivity[i] == static_cast<uint32_t>(row) &&
            (longest == SIZE_MAX || gpu.duration[i] > gpu.duration[longest]))
            longest = i;
    if (longest != SIZE_MAX)
        context().reveal(gpu.slice[longest]);
}

} // namespace ws
