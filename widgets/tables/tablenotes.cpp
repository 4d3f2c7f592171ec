#include "widgets/tables/tablenotes.h"

#include "core/base/format.h"
#include "core/base/phrases.h"
#include "widgets/toolkit/plaintext.h"

#include <QFileInfo>
#include <QLabel>
#include <QScrollArea>
#include <QTextLayout>
#include <QToolButton>
#include <QVBoxLayout>

namespace ws {
namespace {

constexpr int lowest = 48;         ///< px
constexpr int roomForBoth = 300;   ///< px; in less the notes are folded, or the table would have no row left
constexpr int scrollBarWidth = 12; ///< px

/// The height of the lines that `room` has whole; those with Chinese glyphs are higher than the others.
int wholeLines(const QLabel &label, int width, int room)
{
    QTextLayout layout(QString(label.text()).replace(u'\n', QChar::LineSeparator), label.font());
    const QMargins margins = label.contentsMargins();
    double end = margins.top();
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width - margins.left() - margins.right());
        if (end + line.height() > room)
            break;
        end += line.height();
    }
    layout.endLayout();
    return static_cast<int>(end);
}

/// As high as it may be, and lower where the table needs the room. Ends with a whole line.
class Area : public QScrollArea
{
public:
    explicit Area(QLabel *text, QWidget *parent) : QScrollArea(parent), m_text(text) { setWidget(text); }
    QSize sizeHint() const override { return {QScrollArea::sizeHint().width(), maximumHeight()}; }

protected:
    void resizeEvent(QResizeEvent *event) override
    {
        QScrollArea::resizeEvent(event);
        const bool isCut = m_text->height() > height();
        setViewportMargins(0, 0, 0, isCut ? height() - wholeLines(*m_text, m_text->width(), height()) : 0);
    }

private:
    QLabel *m_text;
};

} // namespace

TableNotes::TableNotes(QWidget *parent)
    : QWidget(parent), m_button(new QToolButton(this)), m_text(plainLabel(this)), m_area(new Area(m_text, this))
{
    m_button->setAutoRaise(true);
    m_button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setContentsMargins(12, 0, 12, 4);
    m_area->setWidgetResizable(true);
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(m_button, &QToolButton::clicked, this, [this] {
        m_wanted = !isOpen();
        fit(m_room);
    });
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_button);
    layout->addWidget(m_area);
}

void TableNotes::setNotes(const QStringList &notes)
{
    QStringList lines;
    for (const QString &note : notes)
        lines << QStringLiteral("• ") + note;
    m_text->setText(lines.join(u'\n'));
    m_button->setText(tr("What this table says (%1)").arg(notes.size()));
    m_button->setVisible(!notes.isEmpty());
}

bool TableNotes::isOpen() const
{
    return m_wanted.value_or(m_room >= roomForBoth);
}

void TableNotes::fit(int room)
{
    m_room = room;
    m_button->setArrowType(isOpen() ? Qt::DownArrow : Qt::RightArrow);
    m_area->setVisible(isOpen() && !m_text->text().isEmpty());
    const int width = m_area->width() - scrollBarWidth;
    const int needed = std::max(0, m_text->heightForWidth(width));
    const int most = std::max(lowest, room / 3);
    const int height = needed <= most ? needed : wholeLines(*m_text, width, most);
    m_area->setMinimumHeight(std::min(height, lowest)); // the window can become low again in one step
    m_area->setMaximumHeight(height);
}

QString joinNote(const NcuLink &link)
{
    const NcuJoin &join = link.join;
    const QString file = QFileInfo(link.timeline->info.stamp.path).fileName();
    QString note =
        TableNotes::tr(
            "%1 of %2 kernels are found in the timeline of %3, by name and order of launch; double-click shows "
            "one there. %4 kernels of the timeline have no row here.")
            .arg(formatCount(static_cast<int64_t>(join.joined)),
                 formatCount(static_cast<int64_t>(join.joined + join.rowsAlone)), file,
                 formatCount(static_cast<int64_t>(join.kernelsAlone)));
    if (join.placed && join.launchesBefore)
        note = sentences({note, TableNotes::tr("Launches of these names before the first row: %1.")
                                    .arg(formatCount(static_cast<int64_t>(join.launchesBefore)))});
    if (join.placed && join.places > 1)
        note = sentences(
            {note, TableNotes::tr("The rows fit equally well at %1 places of the timeline; the first is shown.")
                       .arg(formatCount(static_cast<int64_t>(join.places)))});
    if (!join.placed && join.kernelsAlone)
        note = sentences(
            {note,
             TableNotes::tr(
                 "The rows are not a continuous stretch of its launches: each took the next launch of its name, and "
                 "may have measured another.")});
    if (join.gridsDiffer)
        note = sentences(
            {note, TableNotes::tr("In %1 of the pairs the launch grids differ: the two runs do not launch the same.")
                       .arg(formatCount(static_cast<int64_t>(join.gridsDiffer)))});
    return note;
}

} // namespace ws
