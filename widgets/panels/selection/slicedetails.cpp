#include "widgets/panels/selection/slicedetails.h"

#include "core/model/eventtext.h"
#include "widgets/session/argumentstext.h"
#include "widgets/session/facttable.h"
#include "widgets/session/ruleaction.h"
#include "widgets/session/scopeline.h"
#include "widgets/session/sliceplace.h"
#include "widgets/session/slicetext.h"
#include "widgets/toolkit/elidedonce.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QMenu>
#include <QSplitter>
#include <QTextBrowser>
#include <QTextDocumentFragment>
#include <QUrl>
#include <QVBoxLayout>

#include <nlohmann/json.hpp>

namespace ws {

namespace {

const QString wholeNameLink = QStringLiteral("whole-name");

QString withoutBreaks(const QString &text)
{
    QString whole;
    for (const QChar c : text)
        whole += whole.isEmpty() ? QString(c) : QChar(0x2060) + QString(c == u' ' ? QChar(0xa0) : c);
    return whole;
}

/// Facts of several sources, one below the other, so that all values begin at the same place.
QString inOneTable(QString html)
{
    const QString table = QStringLiteral("<table cellspacing='0' cellpadding='1'>");
    return html.replace(QStringLiteral("</table>") + table, QString());
}

/// Each line of a list as a paragraph whose further lines are indented: where long ones wrap, it is seen where the next
/// begins.
QString inParagraphs(QString html)
{
    const QString cell = QStringLiteral("<td>"), end = QStringLiteral("</td>"), line = QStringLiteral("<br>");
    const QString paragraph = QStringLiteral("<p style='margin:0 0 0 16px; text-indent:-16px'>");
    for (qsizetype from = html.indexOf(cell); from >= 0; from = html.indexOf(cell, from + cell.size())) {
        const qsizetype first = from + cell.size(), to = html.indexOf(end, first);
        const QStringList lines = html.mid(first, to - first).split(line);
        if (to > first && lines.size() > 1)
            html.replace(first, to - first,
                         paragraph + lines.join(QStringLiteral("</p>") + paragraph) + QStringLiteral("</p>"));
    }
    return html;
}

} // namespace

struct SliceDetails::Details
{
    SliceContext context;
    Result<nlohmann::ordered_json> event;
    std::optional<InstanceRank> rank;
};

SliceDetails::SliceDetails(Pane *pane, QWidget *parent)
    : QWidget(parent), m_pane(pane), m_facts(makeBrowser(tr("Selected slice"))),
      m_arguments(makeBrowser(tr("Arguments of the selected slice"))), m_place(new SlicePlace(pane, this))
{
    auto *splitter = new QSplitter(this);
    splitter->addWidget(m_facts);
    splitter->addWidget(m_arguments);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    splitter->setChildrenCollapsible(false);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(new ScopeLine(
        pane, WhyNotFollowed::any(tr("these are facts of one slice, and its place among all of its name")), this));
    layout->addWidget(splitter, 1);
    connect(pane, &Pane::selectionChanged, this, &SliceDetails::refresh);
    connect(pane, &Pane::ncuLinksChanged, this, &SliceDetails::refresh);
    connect(m_place, &SlicePlace::changed, this, &SliceDetails::presentAgain);
    refresh();
}

QTextBrowser *SliceDetails::makeBrowser(const QString &name)
{
    auto *browser = new QTextBrowser(this);
    browser->setOpenLinks(false);
    browser->setFrameShape(QFrame::NoFrame);
    browser->setAccessibleName(name);
    browser->document()->setDocumentMargin(8);
    browser->document()->setDefaultStyleSheet(QStringLiteral("a { text-decoration: none; }"));
    browser->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(browser, &QTextBrowser::anchorClicked, this, &SliceDetails::follow);
    connect(browser, &QWidget::customContextMenuRequested, this, [this, browser](const QPoint &at) {
        QMenu *menu = browser->createStandardContextMenu(at);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        menu->addSeparator();
        menu->addAction(tr("Copy full name"), this, [this] {
            const RunPtr run = m_pane->run();
            if (run && m_pane->context().selection().valid())
                QApplication::clipboard()->setText(textOf(*run, run->timeline.name(m_pane->context().selection())));
        });
        QAction *event = menu->addAction(tr("Copy event as JSON"), this, [shown = m_shown] {
            QApplication::clipboard()->setText(wholeEventText(*shown->event));
        });
        event->setEnabled(m_shown && m_shown->event.ok());
        QAction *rule = makeRuleAction(m_pane, menu, [this] { return selectedKernel(m_pane->context()); });
        rule->setEnabled(!selectedKernel(m_pane->context()).isEmpty());
        menu->addAction(rule);
        menu->popup(browser->viewport()->mapToGlobal(at));
    });
    return browser;
}

QString SliceDetails::mutedColour() const
{
    return palette().color(QPalette::PlaceholderText).name();
}

void SliceDetails::refresh()
{
    m_job.cancel();
    m_shown.reset();
    m_wholeName = false;
    const RunPtr run = m_pane->run();
    const EventRef slice = m_pane->context().selection();
    if (!run || !slice.valid()) {
        m_facts->clear();
        m_arguments->clear();
        return;
    }
    m_place->ask();
    m_job.start(
        [run, slice](const Progress &) {
            SliceContext context = sliceContext(*run, slice);
            readCallStack(*run, slice, context);
            return Details{std::move(context), eventJson(*run, slice), rankOf(*run, slice)};
        },
        [this, run, slice](const auto &details) {
            if (!details) {
                m_facts->setPlainText(JobErrors::text(details.error()));
                m_arguments->clear();
                return;
            }
            m_shown = *details;
            present(*run, slice, *m_shown);
        });
}

void SliceDetails::presentAgain()
{
    if (const EventRef slice = m_pane->context().selection(); m_shown && m_pane->run() && slice.valid())
        present(*m_pane->run(), slice, *m_shown);
}

void SliceDetails::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    presentAgain(); // the name has room for more or less
}

/// What stands in this element of HTML in so many lines at most; the rest is one click away.
QString SliceDetails::shortened(QString facts, const QString &element, int lines) const
{
    constexpr int besideNames = 180; // px of the first column
    const QString begin = u'<' + element + u'>', end = QStringLiteral("</") + element + u'>';
    const qsizetype from = facts.indexOf(begin) + begin.size(), to = facts.indexOf(end);
    if (m_wholeName || from < begin.size() || to < from)
        return facts;
    const QString whole = QTextDocumentFragment::fromHtml(facts.mid(from, to - from)).toPlainText();
    QFont font = m_facts->font();
    font.setBold(element == QLatin1String("b"));
    const QFontMetrics metrics(font);
    const QString more = tr("whole name");
    const int line = std::max(120, m_facts->viewport()->width() - besideNames);
    const int room = lines * line * 17 / 20 - metrics.horizontalAdvance(more); // lines end early
    if (metrics.horizontalAdvance(whole) <= room)
        return facts;
    const QString link = end + QStringLiteral(" <a href='%1' title='%2'>%3</a>")
                                   .arg(wholeNameLink, whole.toHtmlEscaped(), withoutBreaks(more));
    QString cut = elidedOnce(whole, metrics, room);
    cut.replace(u'…', QStringLiteral("\u2060…\u2060")); // no line ends there
    return facts.replace(from, to + end.size() - from, cut.toHtmlEscaped() + link);
}

void SliceDetails::present(const Run &run, EventRef slice, const Details &details)
{
    FactTable place(mutedColour());
    m_place->add(place, slice, details.rank);
    const QString facts = sliceFactsHtml(run, slice, details.context, mutedColour());
    m_facts->setHtml(
        inParagraphs(inOneTable(shortened(shortened(facts, QStringLiteral("b"), 3), QStringLiteral("span"), 1) +
                                place.html() + measured(run, slice))));
    if (details.event) {
        m_arguments->setHtml(argumentsHtml(*details.event, mutedColour()));
    } else {
        m_arguments->setHtml(
            QStringLiteral("<p style='color:%1'>%2</p>")
                .arg(mutedColour(),
                     tr("No arguments to show: %1.").arg(details.event.error().message.toHtmlEscaped())));
    }
}

/// Nsight Compute's measurements, when a table of it is open too.
QString SliceDetails::measured(const Run &run, EventRef slice) const
{
    const auto activity = gpuIndexOf(run, slice);
    for (const auto &link : m_pane->context().ncuLinks())
        if (activity && link->timeline.get() == &run)
            if (const auto row = link->join.rowOf(*activity))
                return ncuFactsHtml(*link, *row, mutedColour());
    return {};
}

void SliceDetails::follow(const QUrl &link)
{
    if (link.toString() == wholeNameLink) {
        m_wholeName = true;
        return presentAgain();
    }
    const EventRef slice = sliceOfLink(link.toString());
    const RunPtr run = m_pane->run();
    if (run && slice.lane < run->timeline.lanes.size() && slice.index < run->timeline.lanes[slice.lane].size())
        m_pane->context().reveal(slice);
}

} // namespace ws
