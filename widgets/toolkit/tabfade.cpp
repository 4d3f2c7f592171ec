#include "widgets/toolkit/tabfade.h"

#include <QEvent>
#include <QLinearGradient>
#include <QPainter>
#include <QToolButton>

namespace ws {
namespace {

constexpr int fadeWidth = 24; ///< as the style's at the left end

} // namespace

TabFade::TabFade(QTabBar *tabs)
    : QWidget(tabs), m_tabs(tabs), m_button(tabs->findChild<QToolButton *>(QStringLiteral("ScrollLeftButton")))
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    if (m_button)
        m_button->installEventFilter(this);
    place();
}

bool TabFade::isCutting() const
{
    if (!m_button || m_button->isHidden())
        return false;
    for (int tab = 0; tab < m_tabs->count(); ++tab) {
        const QRect rect = m_tabs->tabRect(tab);
        if (m_tabs->isTabVisible(tab) && rect.left() < m_button->x() && rect.right() >= m_button->x())
            return true;
    }
    return false;
}

bool TabFade::eventFilter(QObject *object, QEvent *event)
{
    switch (event->type()) {
    case QEvent::Move:
    case QEvent::Resize:
    case QEvent::ShowToParent:
    case QEvent::HideToParent:
        place();
        break;
    default:
        break;
    }
    return QWidget::eventFilter(object, event);
}

void TabFade::place()
{
    setVisible(m_button && !m_button->isHidden());
    if (m_button)
        setGeometry(m_button->x() - fadeWidth, 0, fadeWidth, m_tabs->height());
    raise();
}

void TabFade::paintEvent(QPaintEvent *)
{
    if (!isCutting())
        return;
    QColor clear = palette().color(QPalette::Window);
    QLinearGradient gradient(0, 0, width(), 0);
    gradient.setColorAt(0.6, clear);
    gradient.setColorAt(1, clear);
    clear.setAlpha(0);
    gradient.setColorAt(0, clear);
    QPainter(this).fillRect(rect(), gradient);
}

} // namespace ws
