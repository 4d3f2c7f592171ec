#include "widgets/panels/ranks/rankspanel.h"

#include "core/base/format.h"
#include "core/report/rankreport.h"
#include "widgets/panels/ranks/rankstrips.h"
#include "widgets/session/jobdocument.h"
#include "widgets/toolkit/plaintext.h"
#include "widgets/toolkit/reportmodel.h"
#include "widgets/toolkit/tablepane.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace ws {

RanksPanel::RanksPanel(JobDocument *document, QWidget *parent)
    : PanelBase(parent), m_document(document), m_sentences(plainLabel(this)), m_views(new QComboBox(this)),
      m_shows(new QComboBox(this)), m_scale(plainLabel(this)), m_pages(new QStackedWidget(this)),
      m_heatmap(new RankHeatmap(this)), m_strips(new RankStrips(this)), m_model(new ReportModel(rankReport(nullptr))),
      m_table(new TablePane(m_model, QStringLiteral("ranks"), this))
{
    m_table->view()->setAccessibleName(tr("Ranks of the job"));
    m_table->view()->sortByColumn(-1, Qt::AscendingOrder); // as the job has them: rank 2 before rank 10
    for (QWidget *page :
         {static_cast<QWidget *>(m_heatmap), static_cast<QWidget *>(m_strips), static_cast<QWidget *>(m_table)})
        m_pages->addWidget(page);
    auto *content = new QWidget(this);
    auto *layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeHeader());
    layout->addWidget(m_pages, 1);
    setContent(content);
    connect(m_views, &QComboBox::currentIndexChanged, this, [this] { refreshLater(); });
    connect(m_shows, &QComboBox::currentIndexChanged, this, [this] {
        m_heatmap->setShows(static_cast<RankHeatmap::Shows>(m_shows->currentData().toInt()));
        m_scale->setText(m_heatmap->scale());
    });
    for (const RankGrid *grid : {static_cast<const RankGrid *>(m_heatmap), static_cast<const RankGrid *>(m_strips)})
        connect(grid, &RankGrid::activated, this, &RanksPanel::openPlace);
    connect(m_table, &TablePane::activated, this, &RanksPanel::openRow);
    connect(document, &JobDocument::changed, this, &PanelBase::refreshLater);
    connect(document, &JobDocument::statusChanged, this, &PanelBase::refreshLater);
    refreshLater();
}

QWidget *RanksPanel::makeHeader()
{
    auto *header = new QWidget(this);
    m_sentences->setWordWrap(true);
    m_sentences->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_sentences->setAccessibleName(tr("What can be said of the job"));
    const std::pair<QString, View> views[] = {{tr("Heatmap"), View::Heatmap},
                                              {tr("Strips"), View::Strips},
                                              {tr("Table of ranks"), View::Ranks},
                                              {tr("Table of steps"), View::Steps},
                                              {tr("Table of collectives"), View::Collectives},
                                              {tr("Table of stages"), View::Stages}};
    for (const auto &[text, view] : views)
        m_views->addItem(text, int(view));
    m_views->setAccessibleName(tr("View of the job"));
    const std::pair<QString, RankHeatmap::Shows> shows[] = {{tr("waits"), RankHeatmap::Shows::Wait},
                                                            {tr("computes"), RankHeatmap::Shows::Compute},
                                                            {tr("transfers"), RankHeatmap::Shows::Communication},
                                                            {tr("idle"), RankHeatmap::Shows::Idle},
                                                            {tr("length of the step"), RankHeatmap::Shows::Length}};
    for (const auto &[text, what] : shows)
        m_shows->addItem(text, int(what));
    m_shows->setAccessibleName(tr("What the heatmap shows"));
    auto *close = new QToolButton(this);
    close->setText(tr("Close job"));
    close->setAutoRaise(true);
    connect(close, &QToolButton::clicked, m_document, &JobDocument::close);
    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(8, 4, 8, 4);
    bar->setSpacing(6);
    bar->addWidget(m_views);
    bar->addWidget(m_shows);
    bar->addWidget(m_scale);
    bar->addStretch(1);
    bar->addWidget(close);
    auto *layout = new QVBoxLayout(header);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto *text = new QHBoxLayout;
    text->setContentsMargins(10, 6, 10, 0);
    text->addWidget(m_sentences);
    layout->addLayout(text);
    layout->addLayout(bar);
    return header;
}

RanksPanel::View RanksPanel::view() const
{
    return static_cast<View>(m_views->currentData().toInt());
}

void RanksPanel::setView(View view)
{
    m_views->setCurrentIndex(m_views->findData(int(view)));
}

QString RanksPanel::sentences() const
{
    return m_sentences->text();
}

void RanksPanel::showSentences()
{
    QStringList lines = jobSentences(*m_document->job());
    if (const auto failed = int(m_document->failures().size())) {
        lines << tr("%n file(s) hold no rank or cannot be read.", nullptr, failed);
        QStringList details;
        for (const Error &error : m_document->failures())
            details << error.text();
        m_sentences->setToolTip(plainToolTip(details.mid(0, 20).join(u'\n')));
    } else {
        m_sentences->setToolTip({});
    }
    m_sentences->setText(lines.join(u' '));
}

void RanksPanel::refresh()
{
    const auto &job = m_document->job();
    if (m_document->isLoading())
        return showEmpty(m_document->status());
    if (!job) {
        m_shown.reset();
        m_heatmap->setJob(nullptr);
        m_strips->setJob(nullptr);
        return showEmpty(tr("Open a folder with the traces or digests of several ranks to see them as one job."));
    }
    if (m_shown != job) {
        m_shown = job;
        m_heatmap->setJob(job);
        m_strips->setJob(job);
        if (m_heatmap->isBlank() && m_heatmap->shows() == RankHeatmap::Shows::Wait) // nobody is known to wait
            m_shows->setCurrentIndex(m_shows->findData(int(RankHeatmap::Shows::Compute)));
        m_scale->setText(m_heatmap->scale());
        showSentences();
    }
    m_shows->setVisible(view() == View::Heatmap);
    m_scale->setVisible(view() == View::Heatmap);
    if (view() == View::Heatmap)
        m_pages->setCurrentWidget(m_heatmap);
    else if (view() == View::Strips)
        m_pages->setCurrentWidget(m_strips);
    else
        showTable();
    showContent();
}

void RanksPanel::showTable()
{
    const auto &job = m_document->job();
    m_model->setTable(view() == View::Steps         ? rankStepReport(job)
                      : view() == View::Collectives ? rankCollectiveReport(job)
                      : view() == View::Stages      ? rankStageReport(job)
                                                    : rankReport(job));
    m_pages->setCurrentWidget(m_table);
}

void RanksPanel::openPlace(const RankGrid::Place &place)
{
    const auto &job = m_shown;
    if (!job)
        return;
    const uint32_t step = job->step(place.rank, place.step).step;
    const RankDigest &digest = *job->ranks[place.rank];
    emit openWanted(QString::fromStdString(digest.file), step == UINT32_MAX ? TimeRange() : digest.steps[step].work);
}

/// The rank that the row names.
void RanksPanel::openRow(int row)
{
    const auto &job = m_shown;
    const ReportTable &table = m_model->table();
    const int column = table.columnOf(view() == View::Steps || view() == View::Collectives ? "rank" : "name");
    const auto rank = job ? job->labels.indexOf(textOf(table.cell(size_t(row), size_t(column)))) : -1;
    if (rank >= 0)
        emit openWanted(QString::fromStdString(job->ranks[size_t(rank)]->file), {});
}

} // namespace ws
