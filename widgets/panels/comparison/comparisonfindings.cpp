#include "widgets/panels/comparison/comparisonfindings.h"

#include "widgets/toolkit/linktext.h"
#include "widgets/toolkit/plaintext.h"

#include <QLabel>
#include <QVBoxLayout>

namespace ws {

void ComparisonFindings::drop()
{
    for (Side &side : m_sides) {
        disconnect(side.classes);
        side.wanted.cancel();
        side.context.clear();
        side.isReady = false;
        side.error.clear();
    }
    m_pair.reset();
    m_overviews = {};
}

void ComparisonFindings::ask(const std::array<RunContext *, 2> &contexts, std::shared_ptr<const ComparedPair> pair)
{
    drop();
    m_pair = std::move(pair);
    const std::array runs{m_pair->a, m_pair->b};
    for (size_t i = 0; i < m_sides.size(); ++i) {
        Side &side = m_sides[i];
        side.context = contexts[i];
        side.isReady = !side.context || !runs[i]->hasTimeline(); // a part of a file, or sums
        if (side.isReady)
            continue;
        side.classes = connect(side.context, &RunContext::classesChanged, this, [this, i] { askSide(i); });
        askSide(i);
    }
}

void ComparisonFindings::askSide(size_t at)
{
    Side &side = m_sides[at];
    if (!side.context)
        return;
    side.wanted.ask(*side.context, [this, at](const auto &overview) {
        (at ? m_overviews.b : m_overviews.a) = overview ? *overview : nullptr;
        m_sides[at].isReady = true;
        m_sides[at].error = overview ? QString() : overview.error().text();
        if (m_sides[0].isReady && m_sides[1].isReady)
            emit changed();
    });
}

void ComparisonFindings::addTo(QVBoxLayout *page, QObject *receiver,
                               const std::function<void(EventRef, EventRef)> &activated) const
{
    if (!m_pair || !m_sides[0].isReady || !m_sides[1].isReady)
        return;
    for (const Side &side : m_sides)
        if (!side.error.isEmpty()) {
            auto *text = new LinkText;
            text->setText(side.error);
            return page->addWidget(text);
        }
    if (!m_overviews.a && !m_overviews.b)
        return;
    const FindingChangesReport report = findingChangesReport(m_overviews, m_pair->comparison);
    QLabel *title = plainLabel(findingChangesTitle(), nullptr);
    QFont bold = title->font();
    bold.setBold(true);
    title->setFont(bold);
    page->addSpacing(8);
    page->addWidget(title);
    const QStringList lines = findingChangesLines(report);
    const auto heads = lines.size() - static_cast<qsizetype>(report.lines.size());
    for (qsizetype i = 0; i < lines.size(); ++i) {
        auto *text = new LinkText;
        text->setMuted(i < heads);
        QList<TextPiece> pieces{{lines[i]}};
        if (i >= heads) {
            const FindingChangesReport::Line &line = report.lines[static_cast<size_t>(i - heads)];
            const EventRef a = line.placeA.slice, b = line.placeB.slice;
            if (a.valid() || b.valid()) {
                pieces.append({QStringLiteral("  ")});
                pieces.append({tr("show"), 0});
                connect(text, &LinkText::linkActivated, receiver, [activated, a, b] { activated(a, b); });
            }
        }
        text->setPieces(std::move(pieces));
        page->addWidget(text);
    }
}

} // namespace ws
