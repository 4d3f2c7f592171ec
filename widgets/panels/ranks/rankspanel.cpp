#include "widgets/panels/ranks/rankspanel.h"

#include "core/base/format.h"
#include "core/base/phrases.h"
#include "core/report/jobfilereport.h"
#include "core/report/rankreport.h"
#include "widgets/panels/ranks/heatmappage.h"
#include "widgets/panels/ranks/rankscale.h"
#include "widgets/panels/ranks/rankstrips.h"
#include "widgets/session/jobdocument.h"
#include "widgets/session/scopeline.h"
#include "widgets/session/whatif.h"
#include "widgets/toolkit/linelabel.h"
#include "widgets/toolkit/plaintext.h"
#include "widgets/toolkit/reportmodel.h"
#include "widgets/toolkit/tablepane.h"
#include "widgets/toolkit/theme.h"

#include <QAction>
#include <QComboBox>
#include <QDir>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace ws {

RanksPanel::RanksPanel(JobDocument *document, QWidget *parent)
    : PanelBase(parent), m_document(document), m_title(new LineLabel(this)), m_sentences(plainLabel(this)),
      m_views(new QComboBox(this)), m_shows(new QComboBox(this)), m_legend(new Swatches(this)),
      m_marked(new LineLabel(this)), m_pages(new QStackedWidget(this)), m_heatmap(new RankHeatmap(this)),
      m_heatmapPage(new HeatmapPage(m_heatmap)), m_strips(new RankStrips(this))
{
    m_scale = new RankScale(m_heatmap, this);
    m_pages->addWidget(m_heatmapPage);
    m_pages->addWidget(m_strips);
    auto *content = new QWidget(this);
    auto *layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeHeader());
    layout->addWidget(m_pages, 1);
    setContent(content);
    connect(m_views, &QComboBox::currentIndexChanged, this, [this] {
        m_document->setShownView(int(view()));
        refreshLater();
    });
    connect(m_shows, &QComboBox::currentIndexChanged, this, [this] {
        m_heatmap->setShows(static_cast<RankHeatmap::Shows>(m_shows->currentData().toInt()));
        m_scale->follow();
    });
    for (const RankGrid *grid : {static_cast<const RankGrid *>(m_heatmap), static_cast<const RankGrid *>(m_strips)}) {
        connect(grid, &RankGrid::activated, this, &RanksPanel::openPlace);
        connect(grid, &RankGrid::menuWanted, this, &RanksPanel::showMenu);
    }
    const auto tellMarked = [this] {
        m_marked->setText(m_strips->collectiveText().replace(u'\n', QStringLiteral(" · ")));
    };
    connect(m_strips, &RankStrips::collectiveChanged, this, tellMarked);
    connect(m_strips, &RankGrid::currentChanged, this, tellMarked);
    connect(m_strips, &RankStrips::collectiveActivated, this, [this](uint32_t rank, const TimeRange &span) {
        emit openWanted(QString::fromStdString(m_shown->ranks[rank]->file), span);
    });
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        m_legend->setEntries(m_strips->legend());
        m_scale->follow();
    });
    connect(document, &JobDocument::changed, this, &RanksPanel::fitMenu); // at once: its actions need the job
    connect(document, &JobDocument::changed, this, &PanelBase::refreshLater);
    connect(document, &JobDocument::statusChanged, this, &PanelBase::refreshLater);
    fitMenu();
    refreshLater();
}

QWidget *RanksPanel::makeHeader()
{
    auto *header = new QWidget(this);
    QFont bold = m_title->font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_sentences->setWordWrap(true);
    m_sentences->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_sentences->setAccessibleName(tr("What can be said of the job"));
    m_views->addItem(tr("Heatmap"), int(View::Heatmap));
    m_views->setAccessibleName(tr("View of the job"));
    const std::pair<QString, RankHeatmap::Shows> shows[] = {
        {tr("waits"), RankHeatmap::Shows::Wait},
        {tr("computes"), RankHeatmap::Shows::Compute},
        {tr("exposed communication"), RankHeatmap::Shows::Communication},
        {tr("idle"), RankHeatmap::Shows::Idle},
        {tr("length of the step"), RankHeatmap::Shows::Length}};
    for (const auto &[text, what] : shows)
        m_shows->addItem(text, int(what));
    m_shows->setAccessibleName(tr("What the heatmap shows"));
    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(8, 4, 8, 4);
    bar->setSpacing(6);
    bar->addWidget(m_views);
    bar->addWidget(m_shows);
    bar->addWidget(m_scale);
    bar->addWidget(m_marked, 1);
    bar->addStretch(0);
    bar->addWidget(makeMenu());
    auto *layout = new QVBoxLayout(header);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto *text = new QVBoxLayout;
    text->setContentsMargins(10, 6, 10, 0);
    text->setSpacing(2);
    text->addWidget(m_title);
    text->addWidget(m_sentences);
    layout->addLayout(text);
    layout->addLayout(bar);
    auto *legend = new QHBoxLayout;
    legend->setContentsMargins(10, 0, 10, 0);
    legend->addWidget(m_legend);
    layout->addLayout(legend);
    return header;
}

QToolButton *RanksPanel::makeMenu()
{
    auto *button = new QToolButton(this);
    button->setObjectName(QStringLiteral("jobMenu"));
    button->setText(tr("Job"));
    button->setAccessibleName(tr("Menu of the job"));
    button->setPopupMode(QToolButton::InstantPopup);
    auto *menu = m_menu = new QMenu(button);
    m_openAll = menu->addAction(tr("Open all as &runs"), this, &RanksPanel::openAll);
    m_numbers = menu->addAction(tr("&Number ranks…"), this, &RanksPanel::numbersWanted);
    menu->addSeparator();
    menu->addAction(tr("&Compare with the job before…"), this, &RanksPanel::compareWanted);
    m_endComparison = menu->addAction(tr("&End comparison"), m_document, &JobDocument::endComparison);
    menu->addSeparator();
    menu->addAction(tr("C&lose job"), m_document, &JobDocument::close);
    button->setMenu(menu);
    addActions(menu->actions()); // for those who look for commands
    return button;
}

/// Only views that show something can be chosen.
void RanksPanel::fitControls()
{
    const View now = view();
    const QSignalBlocker blocker(m_views);
    m_views->clear();
    const std::pair<QString, View> views[] = {{tr("Heatmap"), View::Heatmap},
                                              {tr("Strips"), View::Strips},
                                              {tr("Table of ranks"), View::Ranks},
                                              {tr("Table of steps"), View::Steps},
                                              {tr("Table of collectives"), View::Collectives},
                                              {tr("Table of stages"), View::Stages},
                                              {tr("Files"), View::Files},
                                              {tr("Comparison"), View::Compared}};
    for (const auto &[text, view] : views)
        if (hasContent(view))
            m_views->addItem(text, int(view));
    m_views->setCurrentIndex(std::max(0, m_views->findData(int(now))));
}

void RanksPanel::fitMenu()
{
    const auto &job = m_document->job();
    for (QAction *action : m_menu->actions())
        action->setEnabled(job != nullptr);
    m_endComparison->setEnabled(m_document->compared() != nullptr);
    const bool areFiles = job && m_document->sources() && !m_document->named().isEmpty();
    m_openAll->setEnabled(areFiles);
    m_numbers->setEnabled(areFiles && std::ranges::all_of(job->ranks, [](const RankDigestPtr &digest) {
                              return digest->part.empty(); // ranks of one file are called by its rows
                          }));
}

/// That of the page when the panel comes to the front, and of the window in another language.
void RanksPanel::followView()
{
    const QSignalBlocker blocker(m_views);
    if (const int at = m_views->findData(m_document->shownView()); at >= 0)
        m_views->setCurrentIndex(at);
}

bool RanksPanel::hasContent(View view) const
{
    switch (view) {
    case View::Heatmap:
    case View::Steps:
        return !m_document->job()->stepNames.isEmpty();
    case View::Strips:
        return !m_strips->isBlank();
    case View::Collectives:
        return !m_document->job()->collectives.matches.empty();
    case View::Compared:
        return m_document->compared() != nullptr;
    default:
        return true;
    }
}

RanksPanel::View RanksPanel::view() const
{
    return static_cast<View>(m_views->currentData().toInt());
}

void RanksPanel::setView(View view)
{
    if (const int at = m_views->findData(int(view)); at >= 0)
        m_views->setCurrentIndex(at);
}

void RanksPanel::sayScopeOf(Pane *pane)
{
    setHeader(new ScopeLine(
        pane, WhyNotFollowed::any(tr("a job is made of whole recordings, and its digests keep no single events")),
        this));
}

QString RanksPanel::title() const
{
    return m_title->text();
}

QString RanksPanel::sentences() const
{
    return m_sentences->text();
}

void RanksPanel::showSentences()
{
    const QString name = m_document->name();
    m_title->setText(tr("%1: %n rank(s)", nullptr, int(m_document->job()->ranks.size())).arg(name));
    m_title->setVisible(!name.isEmpty()); // ranks of one file have its tab
    QStringList lines;
    if (m_document->compared())
        lines << jobCompareSentences(*m_document->compared());
    lines << jobSentences(*m_document->job());
    const auto unnumbered = std::ranges::count_if(
        m_document->job()->ranks, [](const RankDigestPtr &digest) { return !digest->rank && digest->part.empty(); });
    if (unnumbered && m_document->job()->ranks.size() > 1)
        lines << tr("The numbers of %n rank(s) are not known (Job ▸ Number ranks).", nullptr, int(unnumbered));
    if (const auto failed = int(m_document->sources()->failures.size()))
        lines << tr("%n file(s) hold no rank or cannot be read (see Files).", nullptr, failed);
    m_sentences->setText(ws::sentences(lines));
}

void RanksPanel::refresh()
{
    const auto &job = m_document->job();
    if (m_document->isLoading())
        return showEmpty(m_document->status());
    if (!job) {
        m_shown.reset();
        m_shownBefore.reset();
        dropTables();
        m_heatmap->setJob(nullptr);
        m_strips->setJob(nullptr);
        return showEmpty(tr("Open a folder with the traces or digests of several ranks to see them as one job."));
    }
    const bool isCompared = m_shownBefore != m_document->compared();
    if (m_shown != job) {
        m_shown = job;
        m_heatmap->setJob(job);
        m_strips->setJob(job);
        if (m_heatmap->isBlank() && m_heatmap->shows() == RankHeatmap::Shows::Wait) // nobody is known to wait
            m_shows->setCurrentIndex(m_shows->findData(int(RankHeatmap::Shows::Compute)));
        m_scale->follow();
        m_legend->setEntries(m_strips->legend());
    } else if (!isCompared) {
        followView();
        return showView();
    }
    m_shownBefore = m_document->compared();
    dropTables();
    fitControls();
    followView();
    if (isCompared && m_document->compared())
        m_views->setCurrentIndex(m_views->findData(int(View::Compared)));
    showSentences();
    showView();
}

void RanksPanel::showView()
{
    m_shows->setVisible(view() == View::Heatmap);
    m_scale->setVisible(view() == View::Heatmap);
    m_legend->setVisible(view() == View::Strips);
    m_marked->setVisible(view() == View::Strips);
    if (view() == View::Heatmap)
        m_heatmapPage->setTable(table());
    else if (view() >= View::Ranks && m_pages->indexOf(table()) < 0)
        m_pages->addWidget(table());
    m_pages->setCurrentWidget(view() == View::Heatmap  ? m_heatmapPage
                              : view() == View::Strips ? static_cast<QWidget *>(m_strips)
                                                       : table());
    showContent();
}

ReportTable RanksPanel::tableOf(View view) const
{
    const auto &job = m_document->job();
    switch (view) {
    case View::Steps:
        return rankStepReport(job);
    case View::Collectives:
        return rankCollectiveReport(job);
    case View::Stages:
        return rankStageReport(job);
    case View::Files:
        return jobFileReport(job, m_document->sources());
    case View::Compared:
        return jobCompareReport(m_document->compared());
    default:
        return rankReport(job);
    }
}

QString RanksPanel::noteOf(View view) const
{
    return view == View::Collectives ? tr("A double-click shows the collective on all ranks.")
           : view == View::Steps     ? tr("A double-click opens the trace of the rank at the step.")
           : view == View::Files     ? tr("A double-click opens the file.")
                                     : tr("A double-click opens the trace of the rank.");
}

TablePane *RanksPanel::table()
{
    const View shown = view() < View::Ranks ? View::Ranks : view();
    TablePane *&pane = m_tables[shown];
    if (pane)
        return pane;
    ReportTable table = tableOf(shown);
    const QString title = table.title, id = table.id;
    auto *model = new ReportModel(table);
    pane = new TablePane(model, id, this);
    model->setTable(std::move(table)); // again: it fits its columns to rows that come
    pane->view()->setAccessibleName(title);
    pane->view()->sortByColumn(-1, Qt::AscendingOrder); // as the job has them: rank 2 before rank 10
    pane->setNote(noteOf(shown));
    connect(pane, &TablePane::activated, this,
            [this, shown, model](int row) { openRow(shown, model->table(), size_t(row)); });
    if (shown == View::Ranks || shown == View::Steps)
        addWhatIfs(pane, shown);
    return pane;
}

/// Which columns have something to show, and in which units, is another matter in another job.
void RanksPanel::dropTables()
{
    for (const auto &[view, pane] : m_tables) {
        m_pages->removeWidget(pane);
        pane->hide();
        pane->deleteLater();
    }
    m_tables.clear();
}

void RanksPanel::openAll()
{
    QStringList paths;
    for (const RankDigestPtr &digest : m_document->job()->ranks)
        paths << QString::fromStdString(digest->file);
    paths += m_document->sources()->tables;
    paths.removeDuplicates();
    emit openAllWanted(paths);
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

/// The file or the rank that the row names.
void RanksPanel::openRow(View view, const ReportTable &rows, size_t row)
{
    const auto &job = m_shown;
    if (!job)
        return;
    const auto text = [&](std::string_view column) { return textOf(rows.cell(row, size_t(rows.columnOf(column)))); };
    if (view == View::Collectives)
        return openCollective(row);
    if (view == View::Files)
        return emit openWanted(QDir::fromNativeSeparators(text("path")), {});
    if (view == View::Steps) {
        const auto [step, rank] = rankStepRow(job, row);
        return openPlace({rank, step});
    }
    if (const auto rank = job->labels.indexOf(text("name")); rank >= 0)
        emit openWanted(QString::fromStdString(job->ranks[size_t(rank)]->file), {});
}

/// On all ranks where their clocks are known, else in the trace of the row's rank.
void RanksPanel::openCollective(size_t row)
{
    const auto [match, rank] = rankCollectiveRow(m_shown, row);
    if (m_strips->knows(match)) {
        setView(View::Strips);
        m_strips->showCollective(match, rank);
        m_strips->setFocus();
    } else if (const TimeRange span = m_strips->spanOf(match, rank); span.length() > 0) {
        emit openWanted(QString::fromStdString(m_shown->ranks[rank]->file), span);
    }
}

/// Empty: alone it has no others to be compared with.
QString RanksPanel::nameForEdit(uint32_t rank) const
{
    return m_shown && m_shown->ranks.size() > 1 && rank < m_shown->ranks.size() ? m_shown->labels[int(rank)]
                                                                                : QString();
}

void RanksPanel::showMenu(uint32_t rank, const QPoint &globalPos)
{
    const QString name = nameForEdit(rank);
    if (!m_shown)
        return;
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_document, &JobDocument::changed, menu, &QMenu::close);
    menu->addAction(tr("&Open its trace"), this,
                    [this, file = QString::fromStdString(m_shown->ranks[rank]->file)] { emit openWanted(file, {}); });
    const auto asks = rankWhatIfs(
        menu, [name] { return name; }, [this](const QString &edit) { emit whatIfAsked(edit); });
    for (QAction *ask : asks)
        ask->setEnabled(!name.isEmpty());
    menu->addActions(asks);
    menu->popup(globalPos);
}

void RanksPanel::addWhatIfs(TablePane *table, View view)
{
    const auto name = [this, table, view] {
        const int row = table->currentRow();
        if (row < 0 || !m_shown || size_t(row) >= table->model()->table().rowCount)
            return QString();
        if (view == View::Steps)
            return nameForEdit(rankStepRow(m_shown, size_t(row)).rank);
        const ReportTable &rows = table->model()->table();
        return nameForEdit(
            uint32_t(m_shown->labels.indexOf(textOf(rows.cell(size_t(row), size_t(rows.columnOf("name")))))));
    };
    const auto asks = rankWhatIfs(table, name, [this](const QString &edit) { emit whatIfAsked(edit); });
    for (QAction *ask : asks)
        table->addAction(ask);
    connect(table, &TablePane::menuRequested, table, [asks, name] {
        for (QAction *ask : asks)
            ask->setEnabled(!name().isEmpty());
    });
}

} // namespace ws
