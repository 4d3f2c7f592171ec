#include "widgets/panels/comparison/comparisonpage.h"

#include "core/base/format.h"
#include "core/report/comparereport.h"
#include "core/report/gapreport.h"
#include "core/report/replayreport.h"
#include "widgets/panels/comparison/changecolour.h"
#include "widgets/panels/comparison/comparisonfindings.h"
#include "widgets/panels/comparison/waterfall.h"
#include "widgets/session/viewcaption.h"
#include "widgets/toolkit/barlist.h"
#include "widgets/toolkit/linktext.h"
#include "widgets/toolkit/plaintext.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

namespace ws {
namespace {

constexpr int pageMargin = 16; ///< px around the page
constexpr int spacing = 6;     ///< px between its parts

QRgb colourOf(Verdict verdict)
{
    return verdict == Verdict::Slower   ? colourOfChange(1)
           : verdict == Verdict::Faster ? colourOfChange(-1)
                                        : colourOfUndecided();
}

/// The verdict on its colour.
class Badge : public QLabel
{
public:
    Badge(const QString &text, QRgb colour) : m_colour(colour)
    {
        setTextFormat(Qt::PlainText);
        setText(text);
        setContentsMargins(10, 4, 10, 4);
        QFont bold = font();
        bold.setBold(true);
        setFont(bold);
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(QColor(m_colour));
        painter.drawRoundedRect(rect(), 6, 6);
        painter.setPen(QColor(Palette::textOn(m_colour)));
        painter.drawText(contentsRect(), Qt::AlignCenter, text());
    }

private:
    QRgb m_colour;
};

QLabel *titleLabel(const QString &text)
{
    QLabel *label = plainLabel(text, nullptr);
    QFont bold = label->font();
    bold.setBold(true);
    label->setFont(bold);
    return label;
}

} // namespace

QString changeText(const Comparison &comparison)
{
    if (!comparison.change())
        return {};
    return formatRounded(comparison.unit.a.wall.medianNs) + QStringLiteral(" → ") +
           formatRounded(comparison.unit.b.wall.medianNs);
}

ComparisonPage::ComparisonPage(QWidget *parent) : QScrollArea(parent)
{
    setWidgetResizable(true);
    setProperty("page", true); // its frame shows the focus
    setFocusPolicy(Qt::StrongFocus);
    setBackgroundRole(QPalette::Base);
}

void ComparisonPage::clear()
{
    m_comparison.reset();
    m_findings = nullptr;
    m_foretold = nullptr;
    delete takeWidget();
}

void ComparisonPage::setFindings(const ComparisonFindings *findings)
{
    if (!m_findings)
        return;
    // Filled before it is in the page: what is put into a visible layout appears later, piece by piece, and the scroll
    // area may ask for the height between two of them.
    auto *section = new QWidget;
    auto *texts = new QVBoxLayout(section);
    texts->setContentsMargins(0, 0, 0, 0);
    texts->setSpacing(spacing);
    findings->addTo(texts, this, [this](EventRef a, EventRef b) { emit placesActivated(a, b); });
    delete widget()->layout()->replaceWidget(m_findings, section);
    delete m_findings;
    m_findings = section;
    section->setVisible(texts->count() > 0);
}

void ComparisonPage::setForetold(const QStringList &lines)
{
    if (!m_foretold)
        return;
    auto *section = new QWidget; // filled before it is in the page, as that of the findings
    auto *texts = new QVBoxLayout(section);
    texts->setContentsMargins(0, 0, 0, 0);
    texts->setSpacing(spacing);
    if (!lines.isEmpty())
        addTitle(texts, foretoldTitle());
    for (const QString &line : lines)
        addText(texts, line, false);
    delete widget()->layout()->replaceWidget(m_foretold, section);
    delete m_foretold;
    m_foretold = section;
    section->setVisible(!lines.isEmpty());
}

void ComparisonPage::setComparison(std::shared_ptr<const Comparison> comparison)
{
    clear();
    m_comparison = std::move(comparison);
    auto *content = new QWidget;
    auto *page = new QVBoxLayout(content);
    page->setContentsMargins(pageMargin, pageMargin, pageMargin, pageMargin);
    page->setSpacing(spacing);
    addHead(page);
    addWaterfall(page);
    addReadings(page);
    m_foretold = new QWidget;
    m_foretold->hide();
    page->addWidget(m_foretold);
    m_findings = new QWidget;
    m_findings->hide();
    page->addWidget(m_findings);
    addFields(page);
    page->addStretch();
    setWidget(content);
}

LinkText *ComparisonPage::addText(QVBoxLayout *page, const QString &text, bool muted)
{
    auto *label = new LinkText;
    label->setText(text);
    label->setMuted(muted);
    page->addWidget(label);
    return label;
}

void ComparisonPage::addTitle(QVBoxLayout *page, const QString &text)
{
    page->addSpacing(8);
    page->addWidget(titleLabel(text));
}

void ComparisonPage::addHead(QVBoxLayout *page)
{
    const Verdict verdict = m_comparison->verdict;
    const bool isHeadline = verdict != Verdict::Neutral && verdict != Verdict::Slower && verdict != Verdict::Faster;
    if (!isHeadline) {
        const QString change = changeText(*m_comparison);
        auto *row = new QHBoxLayout;
        row->addWidget(new Badge(verdictText(verdict) + (change.isEmpty() ? QString() : QStringLiteral(" · ")) + change,
                                 colourOf(verdict)));
        row->addStretch();
        page->addLayout(row);
    }
    for (const QString &line : fitLines(*m_comparison))
        addText(page, line, true);
    QLabel *headline = plainLabel(m_comparison->headline, nullptr);
    QFont font = headline->font();
    font.setBold(true);
    font.setPointSizeF(font.pointSizeF() + 3);
    headline->setFont(font);
    headline->setWordWrap(true);
    page->addWidget(headline);
    for (const QString &reason : m_comparison->reasons)
        addText(page, reason, true);
    addText(page, tr("A is %1, B is %2.").arg(m_comparison->labelA, m_comparison->labelB), true);
    const ComparedUnit &unit = m_comparison->unit;
    if (unit.kind != ComparedUnit::None)
        addText(page,
                (unit.kind == ComparedUnit::Step
                     ? tr("Steps compared (%1): %2 of A, %3 of B.")
                     : tr("Periods compared, each from one %1 to the next: %2 of A, %3 of B."))
                    .arg(unit.name, formatCount(static_cast<int64_t>(unit.a.count)),
                         formatCount(static_cast<int64_t>(unit.b.count))),
                true);
}

void ComparisonPage::addWaterfall(QVBoxLayout *page)
{
    QList<Bar> bars = waterfallBars(*m_comparison);
    if (bars.isEmpty())
        return;
    page->addSpacing(8);
    auto *head = new QHBoxLayout;
    head->addWidget(titleLabel(waterfallTitle()));
    head->addStretch();
    auto *save = new QToolButton;
    save->setText(tr("Export…"));
    save->setToolTip(tr("Save the bars as SVG, PDF or PNG"));
    save->setAutoRaise(true);
    connect(save, &QToolButton::clicked, this, [this] {
        WaterfallPicture waterfall = waterfallPicture(*m_comparison);
        if (wantsCaption())
            waterfall.picture.caption = {tr("A: %1  ·  B: %2").arg(m_comparison->labelA, m_comparison->labelB),
                                         waterfallNote()};
        PictureForm form;
        form.size = waterfall.size;
        savePicture(waterfall.picture, form, tr("Export waterfall"), QStringLiteral("waterfall.svg"), this);
    });
    head->addWidget(save);
    page->addLayout(head);
    auto *list = new BarList;
    list->setAccessibleName(waterfallTitle());
    list->setBars(std::move(bars));
    page->addWidget(list);
    addText(page, waterfallNote(), true);
    for (const QString &note : withheldNotes(*m_comparison))
        addText(page, QStringLiteral("* ") + note, true);
}

void ComparisonPage::addReadings(QVBoxLayout *page)
{
    const auto &readings = m_comparison->explanation.readings;
    if (readings.empty())
        return;
    addTitle(page, tr("What fits these numbers"));
    for (size_t i = 0; i < readings.size(); ++i) {
        const Explanation::Reading &reading = readings[i];
        QList<TextPiece> pieces{{reading.text}};
        if (reading.placeA.valid() || reading.placeB.valid()) {
            pieces.append({QStringLiteral("  ")});
            pieces.append({tr("show"), static_cast<int>(i)});
        }
        LinkText *text = addText(page, {}, false);
        text->setPieces(std::move(pieces));
        connect(text, &LinkText::linkActivated, this, [this](int link) {
            const Explanation::Reading &chosen = m_comparison->explanation.readings[static_cast<size_t>(link)];
            emit placesActivated(chosen.placeA, chosen.placeB);
        });
    }
}

/// What is equal or not known, in one line each; what differs is among the reasons.
void ComparisonPage::addFields(QVBoxLayout *page)
{
    addTitle(page, tr("Also checked"));
    QStringList same, unknown;
    for (const ComparedField &field : m_comparison->fields) {
        if (field.state == ComparedField::Same)
            same << (field.a.isEmpty() ? field.title : field.title + u' ' + field.a);
        else if (field.state == ComparedField::Unknown)
            unknown << field.title;
    }
    if (!same.isEmpty())
        addText(page, tr("✓ Same: %1").arg(same.join(QStringLiteral(" · "))), true);
    if (!unknown.isEmpty())
        addText(page, tr("? Not in both files: %1").arg(unknown.join(QStringLiteral(" · "))), true);
}

} // namespace ws
