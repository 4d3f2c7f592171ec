#include "widgets/toolkit/emptystate.h"

#include "widgets/toolkit/plaintext.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace ws {

EmptyState::EmptyState(const QString &sentence, QWidget *parent)
    : QWidget(parent), m_sentence(plainLabel(sentence, this)), m_action(new QPushButton(this))
{
    m_sentence->setWordWrap(true);
    m_sentence->setAlignment(Qt::AlignCenter);
    m_sentence->setToolTip(plainToolTip(sentence)); // a low panel has no room for all of it
    m_sentence->setForegroundRole(QPalette::PlaceholderText);
    m_action->hide();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(24, 12, 24, 12);
    layout->addStretch(1);
    layout->addWidget(m_sentence);
    layout->addSpacing(8);
    layout->addWidget(m_action, 0, Qt::AlignHCenter);
    layout->addStretch(1);
    connect(m_action, &QPushButton::clicked, this, &EmptyState::triggered);
}

void EmptyState::setSentence(const QString &sentence)
{
    m_sentence->setText(sentence);
    m_sentence->setToolTip(plainToolTip(sentence));
}

void EmptyState::setAction(const QString &text)
{
    m_action->setText(text);
    m_action->setVisible(!text.isEmpty());
}

} // namespace ws
