#include "app/window/runtoolbar.h"

#include "app/window/comparemenu.h"
#include "app/window/scopechips.h"
#include "app/window/stepchooser.h"
#include "widgets/mapping/mappingcombo.h"
#include "widgets/panels/search/searchbar.h"
#include "widgets/toolkit/inkicon.h"

#include <QCursor>
#include <QTimer>
#include <QToolButton>

namespace ws {

RunToolBar::RunToolBar(Session *session, StageController *stages, const QList<QAction *> &actions, CompareMenu *compare,
                       QWidget *parent)
    : QToolBar(tr("Tool bar"), parent), m_compare(compare), m_chips(new ScopeChips(session, this)),
      m_search(new SearchBar(session->pane(), this))
{
    setObjectName(QStringLiteral("toolbar"));
    setMovable(false);
    setContextMenuPolicy(Qt::PreventContextMenu);
    setIconSize({20, 16}); // with room before the text
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    addActions(actions);
    addCompareButton();
    m_steps = new StepChooser(session->pane(), this);
    m_steps->setPlace(addWidget(m_steps));
    addWidget(new MappingCombo(stages, this));
    addWidget(m_chips);
    addWidget(m_search);
}

void RunToolBar::setShowsRun(bool shows)
{
    m_steps->setOffered(shows);
}

/// Without room for both, icons stand for their texts.
void RunToolBar::resizeEvent(QResizeEvent *event)
{
    constexpr int roomForTexts = 960;
    m_steps->setNarrow(width() < roomForTexts);
    setToolButtonStyle(width() < roomForTexts ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
    QToolBar::resizeEvent(event);
}

void RunToolBar::addCompareButton()
{
    auto *button = new QToolButton(this);
    button->setText(tr("Compare"));
    button->setIcon(inkIcon(QStringLiteral("compare")));
    connect(this, &QToolBar::toolButtonStyleChanged, button, &QToolButton::setToolButtonStyle);
    button->setToolButtonStyle(toolButtonStyle());
    button->setToolTip(tr("Compare this run with another one"));
    button->setMenu(m_compare);
    button->setPopupMode(QToolButton::InstantPopup);
    // A dialog that an entry opens takes the event that the mouse has left: the button would look pressed ever after.
    connect(m_compare, &QMenu::aboutToHide, button, [button] {
        QTimer::singleShot(0, button, [button] {
            button->setAttribute(Qt::WA_UnderMouse, button->rect().contains(button->mapFromGlobal(QCursor::pos())));
            button->update();
        });
    });
    addWidget(button);
}

} // namespace ws
