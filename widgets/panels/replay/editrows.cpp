#include "widgets/panels/replay/editrows.h"

#include "core/base/format.h"
#include "core/base/shortname.h"
#include "core/base/texts.h"
#include "core/report/replayreport.h"
#include "widgets/toolkit/linelabel.h"
#include "widgets/toolkit/plaintext.h"

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace ws {
namespace {

constexpr int mostPercent = 200; ///< of the slider; the box beside it takes any factor

/// Edits of kernels have names of any length.
QString shownTitle(const ReplayEdit &edit)
{
    const QString title = editTitle(edit);
    return title.size() > 120 ? title.left(80) + u'…' + title.right(39) : title;
}

/// "−0.450 ms" and "−12.3 %"
std::pair<QString, QString> winOf(int64_t ns, int64_t ofNs)
{
    const QString sign = ns > 0 ? QStringLiteral("−") : ns < 0 ? QStringLiteral("+") : QString();
    const double share = ofNs > 0 ? double(std::abs(ns)) / double(ofNs) : 0;
    return {sign + formatBeside(std::abs(ns), ofNs), sign + formatPercent(share)};
}

QString joined(const std::pair<QString, QString> &win)
{
    return win.first + QStringLiteral("  ·  ") + win.second;
}

} // namespace

EditRows::EditRows(QWidget *parent) : QScrollArea(parent)
{
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus); // its rows have it
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setBackgroundRole(QPalette::Base);
}

bool EditRows::isSameKind(const QString &before, const QString &now)
{
    const auto was = parseReplayEdit(before), is = parseReplayEdit(now);
    if (!was || !is)
        return before == now;
    return was->of == is->of && was->to == is->to && was->target == is->target;
}

void EditRows::setEdits(const std::vector<WhatIf> &edits)
{
    bool isSame = edits.size() == m_rows.size() && m_grid;
    for (size_t row = 0; isSame && row < edits.size(); ++row)
        isSame = isSameKind(m_rows[row].edit.edit, edits[row].edit);
    if (!isSame)
        return rebuild(edits);
    for (size_t row = 0; row < edits.size(); ++row)
        showValue(m_rows[row], edits[row]);
}

void EditRows::rebuild(const std::vector<WhatIf> &edits)
{
    m_rows.clear();
    m_rest = nullptr;
    auto *content = new QWidget;
    content->setBackgroundRole(QPalette::Base);
    m_grid = new QGridLayout(content);
    m_grid->setContentsMargins(8, 4, 8, 4);
    m_grid->setHorizontalSpacing(8);
    m_grid->setVerticalSpacing(2);
    m_grid->setColumnStretch(1, 3);
    m_grid->setColumnStretch(2, 2);
    for (size_t row = 0; row < edits.size(); ++row)
        addRow(int(row), edits[row]);
    if (edits.empty()) {
        QLabel *none = plainLabel(tr("No edits yet. Add one here, or by What if… in the menu of a kernel, an operator, "
                                     "a module, a stage, a gap or a rank."),
                                  nullptr);
        none->setWordWrap(true);
        none->setToolTip(plainToolTip(none->text()));
        m_grid->addWidget(none, 0, 0, 1, 6);
    }
    m_rest = plainLabel(nullptr);
    m_rest->setWordWrap(true);
    m_rest->hide();
    m_grid->addWidget(m_rest, int(edits.size()) + 1, 0, 1, 6);
    m_grid->setRowStretch(int(edits.size()) + 2, 1);
    setWidget(content);
    fit();
}

/// In a narrow pane the box of a factor has to do, and a win takes two lines.
void EditRows::fit()
{
    const int narrow = fontMetrics().horizontalAdvance(u'0') * 60;
    m_isNarrow = width() < narrow;
    const QString widest = m_isNarrow ? QStringLiteral("−000.0 ms") : QStringLiteral("−000.0 ms  ·  −00.0 %");
    for (Row &row : m_rows) {
        if (row.slider)
            row.slider->setVisible(!m_isNarrow);
        row.win->setMinimumWidth(fontMetrics().horizontalAdvance(widest));
        const QString between = m_isNarrow ? QStringLiteral("\n") : QStringLiteral("  ·  ");
        row.win->setText(row.winShare.isEmpty() ? row.winText : row.winText + between + row.winShare);
    }
}

void EditRows::resizeEvent(QResizeEvent *event)
{
    QScrollArea::resizeEvent(event);
    fit();
}

void EditRows::addRow(int row, const WhatIf &edit)
{
    const auto parsed = parseReplayEdit(edit.edit);
    const QString title = parsed ? shownTitle(*parsed) : edit.edit.left(120);
    Row &made = m_rows.emplace_back();
    made.edit = edit;
    made.box = new QCheckBox;
    made.box->setAccessibleName(title);
    made.box->setToolTip(tr("Counts while it is on"));
    made.title = new LineLabel(title);
    made.title->setMinimumWidth(60);
    made.title->setToolTip(plainToolTip(edit.edit));
    made.win = plainLabel(nullptr);
    made.win->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_grid->addWidget(made.box, row, 0);
    m_grid->addWidget(made.title, row, 1);
    m_grid->addWidget(made.win, row, 4);
    connect(made.box, &QCheckBox::toggled, this, [this, row](bool on) { emit switched(row, on); });
    if (parsed && hasFactor(*parsed)) {
        addFactor(row, parsed->factor);
    } else {
        QLabel *outcome = plainLabel(parsed ? editOutcome(*parsed) : QString(), nullptr);
        m_grid->addWidget(outcome, row, 2, 1, 2);
    }
    auto *remove = new QToolButton;
    remove->setText(QStringLiteral("✕"));
    remove->setToolTip(tr("Remove this edit"));
    remove->setAccessibleName(tr("Remove %1").arg(title));
    remove->setFocusPolicy(Qt::TabFocus);
    m_grid->addWidget(remove, row, 5);
    // The row goes with its widgets, so not at once.
    connect(
        remove, &QToolButton::clicked, this, [this, row] { emit removed(row); }, Qt::QueuedConnection);
    const QSignalBlocker quiet(made.box);
    made.box->setChecked(edit.isOn);
}

void EditRows::addFactor(int row, double factor)
{
    Row &made = m_rows[size_t(row)];
    made.slider = new QSlider(Qt::Horizontal);
    made.slider->setRange(0, mostPercent);
    made.slider->setPageStep(10);
    made.slider->setMinimumWidth(80);
    made.slider->setValue(int(std::lround(std::min(factor * 100, double(mostPercent)))));
    made.slider->setAccessibleName(tr("Percent of its time"));
    made.factor = new QDoubleSpinBox;
    made.factor->setPrefix(QStringLiteral("× "));
    made.factor->setRange(0, 1000);
    made.factor->setDecimals(2);
    made.factor->setSingleStep(0.05);
    made.factor->setValue(factor);
    made.factor->setMaximumWidth(fontMetrics().horizontalAdvance(QStringLiteral("× 0.000")) + 40); // px: its arrows
    made.factor->setAccessibleName(tr("Factor of its time"));
    m_grid->addWidget(made.slider, row, 2);
    m_grid->addWidget(made.factor, row, 3);
    connect(made.slider, &QSlider::sliderPressed, this, [this, row] { m_rows[size_t(row)].isDragged = false; });
    connect(made.slider, &QSlider::valueChanged, this, [this, row](int percent) { takeFactor(row, percent / 100.0); });
    connect(made.factor, &QDoubleSpinBox::valueChanged, this, [this, row](double value) { takeFactor(row, value); });
}

void EditRows::takeFactor(int row, double factor)
{
    Row &changed = m_rows[size_t(row)];
    auto edit = parseReplayEdit(changed.edit.edit);
    if (!edit)
        return;
    edit->factor = factor;
    const bool isDrag = changed.slider->isSliderDown();
    emit edited(row, replayEditText(*edit), isDrag && std::exchange(changed.isDragged, true));
}

void EditRows::showValue(Row &row, const WhatIf &edit)
{
    row.edit = edit;
    const QSignalBlocker quietBox(row.box);
    row.box->setChecked(edit.isOn);
    row.title->setToolTip(plainToolTip(edit.edit));
    const auto parsed = parseReplayEdit(edit.edit);
    if (!row.slider || !parsed)
        return;
    const QSignalBlocker quietSlider(row.slider), quietFactor(row.factor);
    if (!row.slider->isSliderDown())
        row.slider->setValue(int(std::lround(std::min(parsed->factor * 100, double(mostPercent)))));
    if (std::abs(row.factor->value() - parsed->factor) >= 0.005)
        row.factor->setValue(parsed->factor);
}

void EditRows::setAnswer(const EditAnswer *answer, int64_t recordedNs)
{
    size_t at = 0;
    for (Row &row : m_rows) {
        row.winText.clear();
        row.winShare.clear();
        QString problem;
        if (row.edit.isOn && answer && at < answer->winNs.size()) {
            if (const auto win = answer->winNs[at])
                std::tie(row.winText, row.winShare) = winOf(*win, recordedNs);
            else
                row.winText = tr("no answer");
            problem = answer->problems[qsizetype(at)];
            ++at;
        }
        row.win->setToolTip(plainToolTip(problem));
    }
    fit();
    if (!m_rest)
        return;
    QStringList lines;
    if (answer)
        for (const QString &problem : answer->problems)
            if (!problem.isEmpty())
                lines << problem.left(300);
    if (answer && answer->prediction) {
        const Prediction &prediction = *answer->prediction;
        const auto answered = std::ranges::count_if(answer->winNs, [](const auto &win) { return win.has_value(); });
        if (size_t(answered) < prediction.wins.size()) // of a job, whose replay is not the recording
            lines << QStringLiteral("%1: %2").arg(prediction.wins.back().edit,
                                                  joined(winOf(prediction.wins.back().ns, recordedNs)));
        if (prediction.wins.size() > 1)
            lines << tr("Together: %1").arg(joined(winOf(recordedNs - prediction.ns, recordedNs)));
        lines += prediction.notes;
    }
    m_rest->setText(lines.join(u'\n'));
    m_rest->setVisible(!lines.isEmpty());
}

QString EditRows::winText(int row) const
{
    return m_rows[size_t(row)].win->text();
}

} // namespace ws
