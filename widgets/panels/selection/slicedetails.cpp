#include "widgets/panels/selection/slicedetails.h"

#include "core/model/eventtext.h"
#include "widgets/session/argumentstext.h"
#include "widgets/session/facttable.h"
#include "widgets/session/ruleaction.h"
#include "widgets/session/sliceplace.h"
#include "widgets/session/slicetext.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QMenu>
#include <QSplitter>
#include <QTextBrowser>
#include <QUrl>

#include <nlohmann/json.hpp>

namespace ws {

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
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(splitter);
    connect(pane, &Pane::selectionChanged, this, &SliceDetails::refresh);
    connect(pane, &Pane::ncuLinksChanged, this, &SliceDetails::refresh);
    connect(m_place, &SlicePlace::changed, this, [this] {
        if (const EventRef slice = m_pane->context().selection(); m_shown && m_pane->run() && slice.valid())
            present(*m_pane->run(), slice, *m_shown);
    });
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

void SliceDetails::present(const Run &run, EventRef slice, const Details &details)
{
    FactTable place(mutedColour());
    m_place->add(place, slice, details.rank);
    m_facts->setHtml(sliceFactsHtml(run, slice, details.context, mutedColour()) + place.html() + measured(run, slice));
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
    const EventRef slice = sliceOfLink(link.toString());
    const RunPtr run = m_pane->run();
    if (run && slice.lane < run->timeline.lanes.size() && slice.index < run->timeline.lanes[slice.lane].size())
        m_pane->context().reveal(slice);
}

} // namespace ws
