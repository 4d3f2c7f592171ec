#include "widgets/panels/query/querypanel.h"

#include "core/analysis/activityset.h"
#include "core/analysis/stages/mappinglibrary.h"
#include "core/analysis/stages/stageclassifier.h"
#include "core/base/format.h"
#include "core/base/texts.h"
#include "widgets/panels/query/querychart.h"
#include "widgets/panels/query/queryeditor.h"
#include "widgets/session/scopeline.h"
#include "widgets/session/session.h"
#include "widgets/toolkit/emptystate.h"
#include "widgets/toolkit/plaintext.h"
#include "widgets/toolkit/reportmodel.h"
#include "widgets/toolkit/tablepane.h"

#include <QHeaderView>
#include <QInputDialog>
#include <QLabel>
#include <QMenu>
#include <QSettings>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace ws {
namespace {

constexpr qsizetype keptQueries = 50;
constexpr int titleLetters = 80;
const QString historyKey = QStringLiteral("query/history"), viewsKey = QStringLiteral("query/views");

/// The boxes of a result: work of devices as it is lit from tables, calls of threads with all within them.
std::optional<ActivitySet> setOf(const Run &run, const SqlResult &result, const Progress &progress)
{
    std::vector<EventRef> slices;
    std::ranges::copy_if(result.slices, std::back_inserter(slices), &EventRef::valid);
    const auto less = [](const EventRef &a, const EventRef &b) {
        return a.lane != b.lane ? a.lane < b.lane : a.index < b.index;
    };
    std::ranges::sort(slices, less);
    std::vector<uint32_t> row(run.gpu.size(), 1);
    for (size_t i = 0; i < run.gpu.size(); ++i)
        if (std::ranges::binary_search(slices, run.gpu.slice[i], less))
            row[i] = 0;
    std::erase_if(slices, [&](const EventRef &slice) { return run.timeline.track(slice).kind == TrackKind::GpuStream; });
    return ActivitySet::ofRows(run, row, {1}, slices, &progress);
}

std::vector<SavedQuery> viewsOfUser()
{
    std::vector<SavedQuery> views;
    const QVariantMap kept = QSettings().value(viewsKey).toMap();
    for (auto one = kept.begin(); one != kept.end(); ++one)
        views.push_back({one.key().toStdString(), one.value().toString().toStdString()});
    return views;
}

QString oneLine(const QString &query)
{
    const QString line = query.simplified();
    return line.size() > titleLetters ? line.left(titleLetters - 1) + u'…' : line;
}

QToolButton *menuButton(const QString &text, QMenu *menu)
{
    auto *button = new QToolButton;
    button->setText(text);
    button->setMenu(menu);
    button->setPopupMode(QToolButton::InstantPopup);
    menu->setToolTipsVisible(true);
    return button;
}

} // namespace

QueryPanel::QueryPanel(Session *session, QWidget *parent)
    : PanelBase(parent), m_session(session), m_pane(session->pane())
{
    m_session->addQueries(viewsOfUser());
    build();
    setHeader(new ScopeLine(m_pane, WhyNotFollowed::any(tr("a query says itself what it is of")), this));
    connect(m_pane, &Pane::runChanged, this, [this] {
        if (m_shown == m_pane->run())
            return;
        cancel();
        m_status->clear();
        dropResult(tr("Run a query to see its rows here."));
        refreshLater();
    });
    refresh();
}

void QueryPanel::build()
{
    m_split = new QSplitter(this);
    m_split->setChildrenCollapsible(false);
    m_split->addWidget(makeQuestion());
    auto *right = new QWidget(this);
    m_right = new QVBoxLayout(right);
    m_right->setContentsMargins(0, 0, 0, 0);
    m_right->setSpacing(0);
    m_nothing = new EmptyState(tr("Run a query to see its rows here."), right);
    m_right->addWidget(m_nothing);
    m_split->addWidget(right);
    m_split->setStretchFactor(0, 2);
    m_split->setStretchFactor(1, 3);
    m_split->setSizes({400, 600});
    setContent(m_split);
    updateButtons();
}

QWidget *QueryPanel::makeQuestion()
{
    auto *left = new QWidget(this);
    m_run = new QToolButton;
    m_run->setText(tr("Run"));
    m_run->setToolTip(tr("Ask the open file (Ctrl+Return)"));
    m_cancel = new QToolButton;
    m_cancel->setText(tr("Cancel"));
    m_examples = new QMenu(left);
    m_views = new QMenu(left);
    m_history = new QMenu(left);
    m_editor = new QueryEditor(left);
    m_status = plainLabel(left);
    m_status->setWordWrap(true);
    m_status->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_status->setContentsMargins(8, 2, 8, 4);
    auto *bar = new WrapLayout;
    bar->setContentsMargins(8, 4, 8, 4);
    bar->setSpacing(8);
    if (const auto &questions = sqlQuestions(); !questions.empty())
        m_editor->setQuery(toText(questions.front().sql).trimmed());
    bar->addWidget(m_run);
    bar->addWidget(m_cancel);
    bar->addWidget(menuButton(tr("Examples"), m_examples));
    bar->addWidget(menuButton(tr("Views"), m_views));
    bar->addWidget(menuButton(tr("History"), m_history));
    auto *layout = new QVBoxLayout(left);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_editor, 1);
    layout->addWidget(m_status);
    connect(m_run, &QToolButton::clicked, this, &QueryPanel::run);
    connect(m_editor, &QueryEditor::runWanted, this, &QueryPanel::run);
    connect(m_cancel, &QToolButton::clicked, this, &QueryPanel::cancel);
    connect(m_examples, &QMenu::aboutToShow, this, &QueryPanel::fillExamples);
    connect(m_views, &QMenu::aboutToShow, this, &QueryPanel::fillViews);
    connect(m_history, &QMenu::aboutToShow, this, &QueryPanel::fillHistory);
    return left;
}

QString QueryPanel::status() const
{
    return m_status->text();
}

void QueryPanel::refresh()
{
    if (m_pane->run())
        return showContent();
    cancel();
    dropResult({});
    showEmpty(tr("Open a trace to ask it in SQL."));
}

/// Those of docs/sql.md; what the file has nothing for cannot be chosen.
void QueryPanel::fillExamples()
{
    m_examples->clear();
    QMenu *section = nullptr;
    std::string shown;
    for (const SqlQuestion &question : sqlQuestions()) {
        if (question.isOfPair)
            continue;
        if (!section || shown != question.section) {
            shown = question.section;
            section = m_examples->addMenu(toText(shown).replace(u'&', QStringLiteral("&&")));
            section->setToolTipsVisible(true);
        }
        QAction *action = section->addAction(toText(question.text).replace(u'&', QStringLiteral("&&")));
        const bool works = m_pane->run() && hasTablesOf(*m_pane->run(), question.sql);
        action->setEnabled(works);
        action->setToolTip(works ? toText(question.sql).trimmed() : tr("The file has nothing for this."));
        connect(action, &QAction::triggered, this, [this, sql = toText(question.sql).trimmed()] {
            m_editor->setQuery(sql);
            m_editor->setFocus();
            run();
        });
    }
}

void QueryPanel::fillHistory()
{
    m_history->clear();
    const QStringList queries = QSettings().value(historyKey).toStringList();
    for (const QString &query : queries) {
        QAction *action = m_history->addAction(oneLine(query).replace(u'&', QStringLiteral("&&")));
        action->setToolTip(plainToolTip(query));
        connect(action, &QAction::triggered, this, [this, query] {
            m_editor->setQuery(query);
            m_editor->setFocus();
        });
    }
    if (queries.isEmpty())
        m_history->addAction(tr("No query has had an answer yet"))->setEnabled(false);
    m_history->addSeparator();
    QAction *forget = m_history->addAction(tr("Forget all"), this, [] { QSettings().remove(historyKey); });
    forget->setEnabled(!queries.isEmpty());
}

void QueryPanel::fillViews()
{
    m_views->clear();
    QAction *save = m_views->addAction(tr("Save query as view…"), this, &QueryPanel::askViewName);
    save->setEnabled(!m_answered.isEmpty() && m_answered == m_editor->toPlainText().trimmed());
    save->setToolTip(save->isEnabled() ? tr("Other queries can use it like a table; session files keep it")
                                       : tr("A query that has had an answer becomes a view: run it first"));
    m_views->addSeparator();
    QMenu *remove = nullptr;
    for (const SavedQuery &view : m_session->queries()) {
        const QString name = toText(view.name), sql = toText(view.sql);
        QAction *action = m_views->addAction(QString(name).replace(u'&', QStringLiteral("&&")), this, [this, sql] {
            m_editor->setQuery(sql);
            m_editor->setFocus();
            run();
        });
        action->setToolTip(plainToolTip(sql));
        remove = remove ? remove : new QMenu(tr("Remove"), m_views);
        remove->addAction(action->text(), this, [this, of = view.name] {
            m_session->removeQuery(of);
            keepViews();
        });
    }
    if (remove) {
        m_views->addSeparator();
        connect(m_views, &QMenu::aboutToHide, remove, &QObject::deleteLater);
        m_views->addMenu(remove);
    }
}

void QueryPanel::askViewName()
{
    QString said = tr("Name, by which other queries can use it like a table:");
    for (QString name;;) {
        bool isGiven = false;
        name = QInputDialog::getText(this, tr("Save query as view"), said, QLineEdit::Normal, name, &isGiven);
        if (!isGiven || saveView(name.trimmed()))
            return;
        said = tr("Letters, digits and _, no digit first, and not the name of a table:");
    }
}

bool QueryPanel::saveView(const QString &name)
{
    if (m_answered.isEmpty() || !isSqlViewName(name.toStdString()))
        return false;
    m_session->addQueries({{name.toStdString(), m_answered.toStdString()}});
    keepViews();
    return true;
}

void QueryPanel::keepViews() const
{
    QVariantMap views;
    for (const SavedQuery &view : m_session->queries())
        views[toText(view.name)] = toText(view.sql);
    QSettings().setValue(viewsKey, views);
}

void QueryPanel::note(const QString &query)
{
    QStringList queries = QSettings().value(historyKey).toStringList();
    queries.removeAll(query);
    queries.prepend(query);
    QSettings().setValue(historyKey, queries.mid(0, keptQueries));
}

void QueryPanel::run()
{
    const RunPtr run = m_pane->run();
    const QString query = m_editor->toPlainText().trimmed();
    if (!run || query.isEmpty())
        return;
    const auto &classes = m_pane->context().classes();
    const StageMapping mapping = classes ? classes->mapping : defaultMapping();
    m_status->setText(tr("The query runs…"));
    std::vector<SqlView> views;
    for (const SavedQuery &view : m_session->queries())
        views.push_back({view.name, view.sql});
    const auto work = [run, mapping, views, sql = query.toStdString()](const Progress &progress) -> Result<SqlResult> {
        const auto database = SqlDatabase::open({run}, mapping, {}, views);
        if (!database)
            return database.error();
        return sqlResult(**database, sql, {}, &progress);
    };
    m_job.start(work, [this, run, query](const auto &answer) {
        m_answered = answer ? query : QString();
        if (answer)
            note(query);
        take(run, answer);
    });
    updateButtons();
}

void QueryPanel::cancel()
{
    m_lighting.cancel();
    if (!m_job.isRunning())
        return;
    m_job.cancel();
    m_status->setText(tr("Cancelled."));
    updateButtons();
}

void QueryPanel::take(const RunPtr &run, const BackgroundJob<SqlResult>::Answer &answer)
{
    if (!answer) {
        m_status->setText(answer.error().message);
        dropResult(tr("The query has no answer: what is wrong with it stands on the left."));
    } else if (run == m_pane->run()) {
        showResult(run, *answer);
    }
    updateButtons();
}

void QueryPanel::showResult(const RunPtr &run, std::shared_ptr<const SqlResult> result)
{
    const SqlOutcome &outcome = result->outcome;
    const auto rows = int64_t(result->rowCount());
    QStringList said{rows == 1 ? tr("1 row.") : tr("%1 rows.").arg(formatCount(rows))};
    if (outcome.isCut)
        said << tr("There are more: LIMIT and WHERE choose, warpscope-cli sql has all.");
    if (!outcome.emptyTables.empty()) {
        QStringList names;
        for (const std::string &name : outcome.emptyTables)
            names << toText(name);
        said << tr("The file has nothing for these tables, so the answer says nothing of them: %1.")
                    .arg(names.join(QStringLiteral(", ")));
    }
    m_status->setText(said.join(u' '));
    if (rows == 0)
        return dropResult(tr("The query has no row."));
    dropResult({});
    m_shown = run;
    m_result = result;
    m_pages = new QStackedWidget;
    m_table = new TablePane(new ReportModel(sqlResultReport(run, std::move(result))), QStringLiteral("query"));
    m_table->view()->setAccessibleName(tr("Result of the query"));
    m_table->view()->horizontalHeader()->setSortIndicatorClearable(true);
    m_table->view()->sortByColumn(-1, Qt::AscendingOrder); // as the query orders them
    m_highlight = new QToolButton;
    m_highlight->setText(tr("Highlight all"));
    m_highlight->setToolTip(tr("The boxes of all rows stay lit in the timeline"));
    m_highlight->setEnabled(std::ranges::any_of(m_result->slices, &EventRef::valid));
    m_table->bar()->insertWidget(0, m_highlight);
    connect(m_highlight, &QToolButton::clicked, this, &QueryPanel::highlightAll);
    connect(m_table, &TablePane::activated, this, &QueryPanel::goTo);
    m_pages->addWidget(m_table);
    if (const auto &columns = m_table->model()->columns(); QueryChart::canDraw(columns)) {
        m_chart = new QueryChart;
        m_chart->setResult(m_result, columns);
        connect(m_chart, &QueryChart::activated, this, &QueryPanel::goTo);
        m_pages->addWidget(m_chart);
        const auto addSwitch = [this](WrapLayout *bar, const QString &text, bool isChart) {
            auto *button = new QToolButton;
            button->setText(text);
            bar->insertWidget(0, button);
            connect(button, &QToolButton::clicked, this, [this, isChart] { showChart(isChart); });
        };
        addSwitch(m_table->bar(), tr("Chart"), true);
        addSwitch(m_chart->bar(), tr("Table"), false);
    }
    m_nothing->hide();
    m_right->addWidget(m_pages, 1);
    m_pages->show();
    m_table->fitNames();
    showChart(m_isChart);
}

void QueryPanel::showChart(bool isChart)
{
    m_isChart = isChart;
    if (m_pages)
        m_pages->setCurrentWidget(isChart && m_chart ? static_cast<QWidget *>(m_chart) : m_table);
}

void QueryPanel::dropResult(const QString &sentence)
{
    m_lighting.cancel();
    m_shown.reset();
    m_result.reset();
    delete std::exchange(m_pages, nullptr);
    m_table = nullptr;
    m_chart = nullptr;
    m_highlight = nullptr;
    m_nothing->setSentence(sentence);
    m_nothing->show();
}

void QueryPanel::goTo(int row)
{
    if (!m_result || m_shown != m_pane->run() || row < 0 || size_t(row) >= m_result->rowCount())
        return;
    const bool hasSlices = !m_result->slices.empty();
    if (const EventRef slice = hasSlices ? m_result->slices[size_t(row)] : EventRef(); slice.valid())
        m_pane->context().reveal(slice);
    else if (const auto range = m_result->rangeOf(size_t(row)); range && range->end > range->begin)
        m_pane->context().showSpan(*range);
}

void QueryPanel::highlightAll()
{
    if (!m_result || m_shown != m_pane->run())
        return;
    m_lighting.start(
        [run = m_shown, result = m_result](const Progress &progress) { return setOf(*run, *result, progress); },
        [this, run = m_shown](const auto &set) {
            if (!set || run != m_pane->run())
                return;
            Highlight highlight;
            highlight.title = oneLine(m_editor->toPlainText());
            highlight.run = run.get();
            highlight.slices = *set;
            m_pane->context().setHighlight(std::move(highlight));
        });
}

void QueryPanel::updateButtons()
{
    m_cancel->setEnabled(m_job.isRunning());
}

} // namespace ws
