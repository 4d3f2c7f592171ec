#include "widgets/toolkit/panelbase.h"

#include "widgets/toolkit/backgroundjob.h"
#include "widgets/toolkit/emptystate.h"
#include "widgets/toolkit/focusin.h"
#include "widgets/toolkit/whenvisible.h"

#include <QStackedWidget>
#include <QVBoxLayout>

namespace ws {

PanelBase::PanelBase(QWidget *parent)
    : QWidget(parent), m_stack(new QStackedWidget(this)), m_empty(new EmptyState({}, this)),
      m_later(new WhenVisible(this, [this] { refresh(); }))
{
    m_stack->addWidget(m_empty);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);
    connect(m_empty, &EmptyState::triggered, this, &PanelBase::emptyActionTriggered);
}

void PanelBase::refreshLater()
{
    m_later->request();
}

void PanelBase::setContent(QWidget *content)
{
    m_content = content;
    m_stack->addWidget(content);
}

void PanelBase::setHeader(QWidget *header)
{
    static_cast<QVBoxLayout *>(layout())->insertWidget(0, header);
}

/// Who entered the panel while it was empty goes on in its content.
void PanelBase::showContent()
{
    const QWidget *focus = window()->focusWidget(); // also while a dialog is still active
    const bool isEntered = focus && (focus == this || m_empty->isAncestorOf(focus));
    m_stack->setCurrentWidget(m_content);
    if (isEntered)
        focusViewIn(m_content);
}

void PanelBase::showEmpty(const QString &sentence, const QString &action)
{
    m_empty->setSentence(sentence);
    m_empty->setAction(action);
    m_stack->setCurrentWidget(m_empty);
}

void PanelBase::showError(const Error &error)
{
    showEmpty(JobErrors::text(error));
}

} // namespace ws
