#include "widgets/toolkit/linktext.h"

#include "widgets/toolkit/palette.h"

#include <QAccessibleWidget>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>

#include <cmath>

namespace ws {
namespace {

constexpr QChar noBreak = u'\u2060'; ///< as wide as nothing; lines do not break beside it

/// For everything but the screen.
QString withoutMarks(QString text)
{
    return text.remove(noBreak);
}

/// Without it the text would be a widget of no kind.
QAccessibleInterface *linkAccess(const QString &, QObject *object)
{
    auto *text = qobject_cast<LinkText *>(object);
    return text ? new QAccessibleWidget(text, QAccessible::Paragraph) : nullptr;
}

} // namespace

QString unbroken(const QString &text, qsizetype longest)
{
    if (text.size() > longest)
        return text;
    QString whole;
    for (const QChar c : text) {
        if (!whole.isEmpty() && (c.unicode() > 0x2e80 || whole.back().unicode() > 0x2e80))
            whole += noBreak;
        whole += c;
    }
    return whole;
}

LinkText::LinkText(QWidget *parent) : QWidget(parent)
{
    [[maybe_unused]] static const bool isInstalled = (QAccessible::installFactory(linkAccess), true);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum); // Fixed would be that of sizeHint()
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setMouseTracking(true);
    setContextMenuPolicy(Qt::CustomContextMenu);
    auto *copy = new QAction(tr("Copy Text"), this);
    connect(copy, &QAction::triggered, this, [this] { QApplication::clipboard()->setText(withoutMarks(m_text)); });
    addAction(copy);
    connect(this, &QWidget::customContextMenuRequested, this, [this](const QPoint &at) {
        auto *menu = new QMenu(this); // not on the stack: the text may be deleted while it is shown
        menu->setAttribute(Qt::WA_DeleteOnClose);
        menu->addActions(actions());
        menu->popup(mapToGlobal(at));
    });
}

void LinkText::setPieces(QList<TextPiece> pieces)
{
    m_pieces = std::move(pieces);
    m_text.clear();
    m_links.clear();
    for (int i = 0; i < m_pieces.size(); ++i) {
        if (m_pieces[i].link >= 0)
            m_pieces[i].text = unbroken(m_pieces[i].text);
        const auto from = static_cast<int>(m_text.size());
        m_text += m_pieces[i].text;
        if (m_pieces[i].link >= 0)
            m_links.append({from, static_cast<int>(m_text.size()), i});
    }
    m_text.replace(u'\n', u' '); // as long as before, and one paragraph
    m_focused = m_hovered = m_pressed = -1;
    setFocusPolicy(m_links.isEmpty() ? Qt::NoFocus : Qt::TabFocus);
    setAccessibleName(withoutMarks(m_text));
    relayout();
    updateGeometry();
}

void LinkText::setMuted(bool muted)
{
    m_muted = muted;
    update();
}

double LinkText::layOut(QTextLayout &layout, int width) const
{
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    layout.setCacheEnabled(true);
    double y = 0;
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(std::max(1, width));
        line.setPosition({0, y});
        y += line.height();
    }
    layout.endLayout();
    return y;
}

void LinkText::relayout()
{
    m_layout = std::make_unique<QTextLayout>(m_text, font());
    layOut(*m_layout, width());
    update();
}

int LinkText::heightForWidth(int width) const
{
    QTextLayout layout(m_text, font());
    return static_cast<int>(std::ceil(layOut(layout, width)));
}

QSize LinkText::sizeHint() const
{
    const int width = std::min(600, fontMetrics().horizontalAdvance(m_text) + 1);
    return {width, heightForWidth(width)};
}

QSize LinkText::minimumSizeHint() const
{
    return {std::min(160, sizeHint().width()), fontMetrics().height()};
}

const LinkText::Span *LinkText::spanAt(QPointF point) const
{
    for (int i = 0; m_layout && i < m_layout->lineCount(); ++i) {
        const QTextLine line = m_layout->lineAt(i);
        if (!line.naturalTextRect().contains(point))
            continue;
        const int at = line.xToCursor(point.x(), QTextLine::CursorOnCharacter);
        for (const Span &span : m_links)
            if (at >= span.from && at < span.to)
                return &span;
    }
    return nullptr;
}

int LinkText::linkAt(QPointF point) const
{
    const Span *span = spanAt(point);
    return span ? m_pieces[span->piece].link : -1;
}

bool LinkText::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride && m_focused >= 0) { // Enter is a shortcut of the timeline, too
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Space) {
            event->accept();
            return true;
        }
    }
    return QWidget::event(event);
}

void LinkText::paintEvent(QPaintEvent *)
{
    const Palette &palette = Palette::current();
    QPainter painter(this);
    QList<QTextLayout::FormatRange> formats;
    int from = 0;
    for (int i = 0; i < m_pieces.size(); ++i) {
        const auto length = static_cast<int>(m_pieces[i].text.size());
        QTextCharFormat format;
        if (m_pieces[i].link >= 0) {
            const bool marked =
                (m_focused >= 0 && m_links[m_focused].piece == i) || (m_hovered >= 0 && m_links[m_hovered].piece == i);
            format.setForeground(QColor(palette.highlight));
            format.setFontUnderline(marked);
            if (m_focused >= 0 && m_links[m_focused].piece == i)
                format.setBackground(QColor(Palette::mix(palette.highlight, palette.base, 48)));
        } else if (m_pieces[i].colour) {
            format.setForeground(QColor(m_pieces[i].colour));
        }
        formats.append({from, length, format});
        from += length;
    }
    painter.setPen(QColor(m_muted ? palette.muted : palette.text));
    m_layout->draw(&painter, {0, 0}, formats);
}

void LinkText::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    relayout();
}

void LinkText::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        relayout();
        updateGeometry();
    }
}

void LinkText::mouseMoveEvent(QMouseEvent *event)
{
    const Span *span = spanAt(event->position());
    const int hovered = span ? static_cast<int>(span - m_links.constData()) : -1;
    setCursor(span ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (hovered != std::exchange(m_hovered, hovered))
        update();
}

void LinkText::mousePressEvent(QMouseEvent *event)
{
    m_pressed = event->button() == Qt::LeftButton ? linkAt(event->position()) : -1;
    event->setAccepted(m_pressed >= 0);
}

void LinkText::mouseReleaseEvent(QMouseEvent *event)
{
    const int pressed = std::exchange(m_pressed, -1);
    if (pressed >= 0 && pressed == linkAt(event->position()))
        emit linkActivated(pressed);
}

void LinkText::leaveEvent(QEvent *)
{
    if (std::exchange(m_hovered, -1) >= 0)
        update();
}

void LinkText::keyPressEvent(QKeyEvent *event)
{
    const bool follows =
        event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space;
    if (!follows || m_focused < 0)
        return QWidget::keyPressEvent(event);
    emit linkActivated(m_pieces[m_links[m_focused].piece].link);
}

void LinkText::focusInEvent(QFocusEvent *event)
{
    QWidget::focusInEvent(event);
    if (!m_links.isEmpty())
        m_focused = event->reason() == Qt::BacktabFocusReason ? static_cast<int>(m_links.size()) - 1 : 0;
    update();
}

void LinkText::focusOutEvent(QFocusEvent *event)
{
    QWidget::focusOutEvent(event);
    m_focused = -1;
    update();
}

bool LinkText::focusNextPrevChild(bool next)
{
    const int to = m_focused + (next ? 1 : -1);
    if (m_focused < 0 || to < 0 || to >= m_links.size())
        return QWidget::focusNextPrevChild(next);
    m_focused = to;
    update();
    return true;
}

} // namespace ws
