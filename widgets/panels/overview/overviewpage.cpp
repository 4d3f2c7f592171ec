#include "widgets/panels/overview/overviewpage.h"

#include "core/analysis/replay/replayanswer.h"
#include "core/analysis/steps/phasetimes.h"
#include "core/base/format.h"
#include "core/base/phrases.h"
#include "core/report/trustreport.h"
#include "widgets/panels/overview/overviewbars.h"
#include "widgets/panels/overview/overviewtexts.h"
#include "widgets/toolkit/histogramview.h"
#include "widgets/toolkit/linktext.h"
#include "widgets/toolkit/palette.h"
#include "widgets/toolkit/plaintext.h"
#include "widgets/toolkit/sharebar.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollBar>
#include <QTimer>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace ws {
namespace {

constexpr int margin = 16;           ///< px around the page
constexpr int columnSpace = 32;      ///< px
constexpr int twoColumns = 880;      ///< px of width; narrower ones stand below each other
constexpr int threeColumns = 1'300;  ///< px
constexpr int maxReasons = 3;        ///< of the verdict; the others are further down
constexpr int firstWhatIf = 1 << 20; ///< of the links of findings
constexpr size_t maxBars = 8;        ///< devices; the others are in the legend's number only

QRgb colourOf(BudgetPart part)
{
    const Palette &palette = Palette::current();
    switch (part) {
    case BudgetPart::Compute:
        return palette.stage("attention");
    case BudgetPart::Communication:
        return palette.stage("communication");
    case BudgetPart::Copies:
        return palette.stage("memory");
    default:
        return palette.gapCause(static_cast<size_t>(part) - static_cast<size_t>(BudgetPart::IdleBlocking));
    }
}

/// Lines break between such texts, and within a long one behind a comma.
QString inOneLine(QString text)
{
    constexpr qsizetype longest = 60;
    const QChar space(0xa0);
    const bool isShort = text.size() <= longest;
    text.replace(u' ', space);
    return isShort ? unbroken(text, longest) : text.replace(u',' + QString(space), QStringLiteral(", "));
}

bool isIdle(BudgetPart part)
{
    return part >= BudgetPart::IdleBlocking;
}

QLabel *bold(const QString &text, int largerBy, QWidget *parent)
{
    QLabel *label = plainLabel(text, parent);
    QFont font = label->font();
    font.setBold(true);
    font.setPointSizeF(font.pointSizeF() + largerBy);
    label->setFont(font);
    label->setWordWrap(true);
    return label;
}

/// The edit of a finding that is about all work of the edit, and of the main device.
QString replayedEdit(const OverviewFinding &shown)
{
    const bool isAll = shown.finding.id == "launch-bound" || shown.finding.id == "one-kernel" ||
                       shown.finding.id == "exposed-communication" || shown.finding.id == "exposed-copies";
    return isAll && shown.device.isEmpty() ? findingEdit(shown.finding) : QString();
}

bool isOfModules(const OverviewList &list)
{
    return list.id == "modules" || list.id == "layers";
}

} // namespace

OverviewPage::OverviewPage(QWidget *parent) : QScrollArea(parent)
{
    setWidgetResizable(true);
    setProperty("page", true); // its frame shows the focus
    setFocusPolicy(Qt::StrongFocus);
    setBackgroundRole(QPalette::Base);
}

void OverviewPage::clear()
{
    m_overview.reset();
    m_places.clear();
    m_whatIfs.clear();
    m_replayEdits.clear();
    m_replayBounds.clear();
    m_replayed.clear();
    m_columns = m_lists = nullptr;
    m_scope = nullptr;
    delete takeWidget();
}

void OverviewPage::setOverview(std::shared_ptr<const Overview> overview, const std::vector<uint32_t> &colourOfName,
                               const QString &problem)
{
    const int scrolled = m_overview && m_overview->run == overview->run ? verticalScrollBar()->value() : 0;
    clear();
    m_overview = std::move(overview);
    auto *content = new QWidget;
    auto *page = new QVBoxLayout(content);
    page->setContentsMargins(margin, margin, margin, margin);
    page->setSpacing(8);
    addHead(page, problem);
    addBars(page);
    addPhases(page);
    m_columns = new QBoxLayout(QBoxLayout::LeftToRight);
    m_columns->setSpacing(columnSpace);
    m_columns->setContentsMargins(0, 8, 0, 0);
    page->addLayout(m_columns);
    page->addStretch();
    if (!m_overview->findings.empty() || !m_overview->nothing.isEmpty() || !m_overview->leftOut.isEmpty())
        addFindings(addColumn(m_columns, 5));
    m_lists = new QBoxLayout(QBoxLayout::LeftToRight);
    m_lists->setSpacing(columnSpace);
    m_columns->addLayout(m_lists, 6);
    const bool hasLeft = std::ranges::any_of(
        m_overview->lists, [](const OverviewList &list) { return !list.rows.empty() && !isOfModules(list); });
    QVBoxLayout *left = addColumn(m_lists, 1), *right = hasLeft ? addColumn(m_lists, 1) : left;
    addLists(left, false, colourOfName);
    addLists(right, true, colourOfName);
    addUnits(right);
    addTrust(right);
    for (QVBoxLayout *column : {left, right})
        column->addStretch();
    arrange();
    setWidget(content);
    showScope();
    QTimer::singleShot(0, this, [this, scrolled] { verticalScrollBar()->setValue(scrolled); });
}

QVBoxLayout *OverviewPage::addColumn(QBoxLayout *row, int stretch)
{
    auto *column = new QVBoxLayout;
    column->setSpacing(6);
    row->addLayout(column, stretch);
    return column;
}

void OverviewPage::addTitle(QVBoxLayout *column, const QString &text)
{
    if (column->count())
        column->addSpacing(12);
    column->addWidget(bold(text, 0, nullptr));
}

LinkText *OverviewPage::addText(QVBoxLayout *column, const QString &text, bool muted)
{
    auto *label = new LinkText;
    label->setText(text);
    label->setMuted(muted);
    column->addWidget(label);
    connect(label, &LinkText::linkActivated, this, [this](int link) { go(static_cast<size_t>(link)); });
    return label;
}

/// One short line where all is well.
void OverviewPage::addFit(QVBoxLayout *page)
{
    const Fit &fit = m_overview->fit;
    addText(page, fitTitle(fit), fit.verdict == FitVerdict::Yes);
    QStringList reasons = fitLines(fit);
    const qsizetype more = reasons.size() - maxReasons;
    for (const QString &reason : reasons.mid(0, maxReasons))
        addText(page, QStringLiteral("– ") + reason, true);
    if (more > 0)
        addText(page, tr("… and %1 more, below under “%2”.").arg(formatCount(more), trustTitle(*m_overview)), true);
}

void OverviewPage::addHead(QVBoxLayout *page, const QString &problem)
{
    addFit(page);
    auto *row = new QHBoxLayout;
    row->addWidget(bold(m_overview->headline, 3, nullptr), 1);
    auto *copy = new QToolButton;
    copy->setText(tr("Copy as Markdown"));
    copy->setToolTip(tr("The whole page as Markdown text"));
    connect(copy, &QToolButton::clicked, this,
            [this] { QApplication::clipboard()->setText(overviewMarkdown(*m_overview)); });
    row->addWidget(copy, 0, Qt::AlignTop);
    page->addLayout(row);
    QStringList facts;
    for (const QString &fact : m_overview->facts)
        facts << inOneLine(fact);
    if (!facts.isEmpty())
        addText(page, facts.join(QStringLiteral("\u00a0· ")), true);
    if (!problem.isEmpty())
        addText(page, problem, false);
    if (m_overview->bars.empty() && !m_overview->unitText.isEmpty())
        addText(page, m_overview->unitText, true);
}

void OverviewPage::setScope(const QString &sentence, const QString &link)
{
    m_scopeText = sentence;
    m_scopeLink = link;
    showScope();
}

void OverviewPage::showScope()
{
    delete std::exchange(m_scope, nullptr);
    if (m_scopeText.isEmpty() || !widget())
        return;
    m_scope = new LinkText;
    m_scope->setPieces({{m_scopeText}, {QStringLiteral("  ")}, {m_scopeLink, 0}});
    connect(m_scope, &LinkText::linkActivated, this, &OverviewPage::scopeActivated,
            Qt::QueuedConnection); // deletes it
    static_cast<QVBoxLayout *>(widget()->layout())->insertWidget(0, m_scope);
}

void OverviewPage::addBars(QVBoxLayout *page)
{
    const bool several = m_overview->bars.size() > 1;
    QList<ShareBar *> bars;
    int titles = 0;
    for (const OverviewBar &bar : m_overview->bars) {
        if (static_cast<size_t>(bars.size()) == maxBars)
            break;
        QList<ShareSegment> segments;
        const std::vector<double> shares = partShares(bar.budget);
        for (size_t p = 0; p < budgetPartCount; ++p) {
            const auto part = static_cast<BudgetPart>(p);
            const int64_t ns = partOf(bar.budget, part);
            segments.append({budgetPartText(part, bar.isIdleKnown), durationAndShare(ns, shares[p], bar.budget.wallNs),
                             ns, colourOf(part), isIdle(part)});
        }
        auto *widget = new ShareBar;
        widget->setSegments(several ? bar.device : QString(), std::move(segments));
        widget->setCompact(several);
        titles = std::max(titles, widget->titleWidth());
        connect(widget, &ShareBar::activated, this, [this, range = bar.range] { emit placeActivated({{}, range}); });
        page->addWidget(widget);
        bars << widget;
    }
    for (ShareBar *bar : bars)
        bar->setTitleWidth(titles);
    if (!m_overview->bars.empty())
        addLegend(page);
}

/// The parts of the main device with their colours, and what the bars are of.
void OverviewPage::addLegend(QVBoxLayout *page)
{
    const OverviewBar *main = &m_overview->bars.front();
    for (const OverviewBar &bar : m_overview->bars)
        if (bar.isMain)
            main = &bar;
    QList<TextPiece> pieces;
    const std::vector<double> shares = partShares(main->budget);
    for (size_t p = 0; p < budgetPartCount; ++p) {
        const auto part = static_cast<BudgetPart>(p);
        if (const int64_t ns = partOf(main->budget, part); ns || part == BudgetPart::Compute) {
            pieces.append({QString(isIdle(part) ? u'▨' : u'■') + QChar(0xa0), -1, colourOf(part)});
            const QString text =
                budgetPartText(part, main->isIdleKnown) + u' ' + durationAndShare(ns, shares[p], main->budget.wallNs);
            pieces.append({inOneLine(text) + QStringLiteral("   ")});
        }
    }
    if (m_overview->bars.size() > 1)
        pieces.prepend({main->device + QStringLiteral(":  ")});
    auto *legend = addText(page, {}, false);
    legend->setPieces(std::move(pieces));
    QString text = tr("The parts add up to %1 exactly.").arg(formatExactly(main->budget.wallNs));
    if (m_overview->bars.size() > maxBars)
        text += u' ' + tr("The bars of %1 more devices are in the exported overview.")
                           .arg(formatCount(static_cast<int64_t>(m_overview->bars.size() - maxBars)));
    addText(page, sentences({m_overview->unitText, text}), true);
}

void OverviewPage::addFindings(QVBoxLayout *column)
{
    addTitle(column, findingsTitle(m_overview->of));
    for (const OverviewFinding &finding : findingsByWork(*m_overview))
        addFinding(column, finding);
    for (const QString &text : {m_overview->nothing, m_overview->leftOut})
        if (!text.isEmpty())
            addText(column, text, false);
    if (!m_overview->rests.empty())
        addTitle(column, restsTitle());
    for (const OverviewRest &rest : m_overview->rests) {
        OverviewFinding shown;
        shown.finding.ns = rest.ns;
        shown.finding.winNs = rest.ns;
        shown.finding.share = rest.share;
        shown.text = rest.text;
        addFinding(column, shown);
    }
    column->addStretch();
}

/// The time and its share at the left, what and where at the right.
void OverviewPage::addFinding(QVBoxLayout *column, const OverviewFinding &shown)
{
    const Finding &finding = shown.finding;
    const FindingSize of = findingSize(*m_overview, shown);
    int64_t longestNs = of.ns; // of all, which stand below each other
    for (const OverviewFinding &other : m_overview->findings)
        longestNs = std::max(longestNs, findingSize(*m_overview, other).ns);
    auto *row = new QHBoxLayout;
    row->setSpacing(12);
    auto *size = new QVBoxLayout;
    size->setSpacing(0);
    const int width = fontMetrics().horizontalAdvance(QStringLiteral("000.00 ms0"));
    for (QLabel *label : {bold(of.ns > 0 ? formatBeside(of.ns, longestNs) : QString(), 1, nullptr),
                          plainLabel(of.share > 0 ? shareText(*m_overview, of.ns, of.share) : QString(), nullptr)}) {
        label->setWordWrap(false);
        label->setFixedWidth(width + 16);
        label->setAlignment(Qt::AlignRight);
        label->setEnabled(!finding.isHidden());
        size->addWidget(label);
    }
    row->addLayout(size);
    row->setAlignment(size, Qt::AlignTop);
    auto *texts = new QVBoxLayout;
    texts->setSpacing(2);
    QList<TextPiece> pieces{{shown.text}};
    const bool several = finding.places.size() > 1; // the gravest is 1
    if (several)
        pieces.append({QStringLiteral("  ") + unbroken(tr("show"))});
    for (size_t i = 0; i < finding.places.size(); ++i) {
        pieces.append({QString(2, several ? QChar(0xa0) : QChar(u' '))}); // the numbers stay beside the word
        pieces.append({several ? QString::number(i + 1) : tr("show"), static_cast<int>(m_places.size())});
        m_places.push_back(finding.places[i]);
    }
    if (const QString edit = findingEdit(finding); !edit.isEmpty() && m_overview->run && mayReplay(*m_overview->run)) {
        pieces.append({QStringLiteral("  ")});
        pieces.append({unbroken(tr("What if…")), firstWhatIf + int(m_whatIfs.size())});
        m_whatIfs << edit;
    }
    addText(texts, {}, false)->setPieces(std::move(pieces));
    for (const QString &more : {shown.advice, of.more})
        if (!more.isEmpty())
            addText(texts, more, true);
    if (const QString edit = replayedEdit(shown); !edit.isEmpty()) {
        m_replayEdits << edit;
        m_replayBounds.push_back(finding.ns > 0 ? finding.share * double(finding.winNs) / double(finding.ns) : 0);
        m_replayed.push_back(addText(texts, {}, true));
        m_replayed.back()->hide(); // until it is known
    }
    row->addLayout(texts, 1);
    column->addLayout(row);
    column->addSpacing(4);
}

void OverviewPage::setReplayed(const QStringList &texts)
{
    for (size_t i = 0; i < m_replayed.size() && i < size_t(texts.size()); ++i) {
        m_replayed[i]->setText(texts[qsizetype(i)]);
        m_replayed[i]->setVisible(!texts[qsizetype(i)].isEmpty());
    }
}

/// "Steps: 1 prefill, 27 decode. Stages of each phase side by side"
void OverviewPage::addPhases(QVBoxLayout *page)
{
    const auto &phases = m_overview->units.phases;
    if (phases.size() < 2)
        return;
    QStringList counts;
    for (const auto &[phase, steps] : phases)
        counts << formatCount(static_cast<int64_t>(steps)) + QChar(0xa0) + phaseText(phase);
    auto *text = new LinkText;
    text->setPieces(
        {{tr("Steps: %1.").arg(listed(counts))}, {QStringLiteral("  ")}, {tr("Stages of each phase side by side"), 0}});
    connect(text, &LinkText::linkActivated, this, &OverviewPage::phasesActivated);
    page->addWidget(text);
}

void OverviewPage::addUnits(QVBoxLayout *column)
{
    const OverviewUnits &units = m_overview->units;
    if (units.stats.count < 2)
        return;
    addTitle(column, unitsTitle(m_overview->of, units.stats.count));
    auto *histogram = new HistogramView;
    histogram->setData(units.histogram, units.stats);
    if (!m_overview->bars.empty())
        histogram->setShown(m_overview->bars.front().budget.wallNs);
    histogram->setFixedHeight(110);
    connect(histogram, &HistogramView::binClicked, this, [this](double from, double to, bool isLast) {
        for (const UnitWall &unit : m_overview->units.walls) {
            const auto ns = static_cast<double>(unit.range.length());
            if (ns >= from && (ns < to || isLast))
                return emit placeActivated({{}, unit.range});
        }
    });
    column->addWidget(histogram);
}

/// Their bars begin below each other.
void OverviewPage::addLists(QVBoxLayout *column, bool ofModules, const std::vector<uint32_t> &colourOfName)
{
    QList<BarList *> lists;
    int names = 0;
    for (const OverviewList &list : m_overview->lists) {
        if (list.rows.empty() || isOfModules(list) != ofModules)
            continue;
        lists << addList(column, list, colourOfName);
        names = std::max(names, lists.last()->nameWidth());
    }
    for (BarList *list : lists)
        list->setNameWidth(names);
}

BarList *OverviewPage::addList(QVBoxLayout *column, const OverviewList &list, const std::vector<uint32_t> &colourOfName)
{
    // a module's time includes that of the modules in it, so these do not add up
    addTitle(column, list.id == "modules" ? tr("%1, each with those inside it").arg(list.title) : list.title);
    std::vector<FindingPlace> places;
    for (const OverviewRow &row : list.rows)
        places.push_back(row.place);
    places.resize(places.size() + (list.restRows ? 1 : 0)); // the rest leads nowhere
    auto *widget = new BarList;
    widget->setAccessibleName(list.title);
    widget->setBars(overviewBars(list, m_overview->run.get(), colourOfName));
    connect(widget, &BarList::activated, this,
            [this, places](int row) { emit placeActivated(places[static_cast<size_t>(row)]); });
    if (list.id == "kernels")
        connect(widget, &BarList::menuRequested, this, [this, places](int row, const QPoint &at) {
            if (const EventRef slice = places[static_cast<size_t>(row)].slice; slice.valid())
                emit kernelMenuRequested(slice, at);
        });
    column->addWidget(widget);
    return widget;
}

void OverviewPage::addTrust(QVBoxLayout *column)
{
    if (m_overview->trust.isEmpty())
        return;
    addTitle(column, trustTitle(*m_overview));
    for (const QString &sentence : m_overview->trust)
        addText(column, sentence, true);
}

void OverviewPage::resizeEvent(QResizeEvent *event)
{
    QScrollArea::resizeEvent(event);
    arrange();
}

void OverviewPage::arrange()
{
    if (!m_columns)
        return;
    m_columns->setDirection(width() >= twoColumns ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_lists->setDirection(width() >= threeColumns ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

void OverviewPage::go(size_t place)
{
    if (place >= size_t(firstWhatIf))
        emit whatIfActivated(m_whatIfs[qsizetype(place) - firstWhatIf]);
    else if (place < m_places.size())
        emit placeActivated(m_places[place]);
}

} // namespace ws
