#include "app/window/messagebar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

namespace ws {

MessageBar::MessageBar(QWidget *parent)
    : QFrame(parent), m_text(new QLabel(this)), m_details(new QLabel(this)), m_more(new QToolButton(this)),
      m_action(new QPushButton(this))
{
    setAutoFillBackground(true);
    for (QLabel *label : {m_text, m_details}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    }
    m_more->setText(tr("Details"));
    m_more->setCheckable(true);
    m_more->setAutoRaise(true);
    auto *close = new QToolButton(this);
    close->setText(QStringLiteral("✕"));
    close->setAutoRaise(true);
    close->setToolTip(tr("Close this message"));
    close->setAccessibleName(close->toolTip());
    auto *line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(m_text, 1);
    line->addWidget(m_action);
    line->addWidget(m_more);
    line->addWidget(close);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 4, 8, 4);
    layout->setSpacing(4);
    layout->addLayout(line);
    layout->addWidget(m_details);
    connect(m_more, &QToolButton::toggled, m_details, &QWidget::setVisible);
    connect(close, &QToolButton::clicked, this, [this] {
        hide();
        emit closed();
    });
    connect(m_action, &QPushButton::clicked, this, [this] {
        hide();
        if (m_do)
            m_do();
    });
    hide();
}

void MessageBar::showMessage(Kind kind, const QString &text, const QString &details)
{
    m_kind = kind;
    m_text->setText(text);
    m_details->setText(details);
    m_more->setChecked(false);
    m_details->hide();
    m_more->setVisible(!details.isEmpty());
    m_action->hide();
    m_do = nullptr;
    m_isPassing = false;
    QPalette colours; // a tint of the platform's background keeps the text's contrast in light and dark
    const QColor base = colours.color(QPalette::Window);
    const QColor tint = kind == Kind::Error ? QColor(0xcc, 0x33, 0x33) : QColor(0x44, 0x77, 0xaa);
    const auto mix = [](int a, int b) { return (a * 3 + b) / 4; };
    colours.setColor(QPalette::Window, QColor(mix(base.red(), tint.red()), mix(base.green(), tint.green()),
                                              mix(base.blue(), tint.blue())));
    setPalette(colours);
    setAccessibleName(text);
    show();
}

void MessageBar::setAction(const QString &text, std::function<void()> action)
{
    m_action->setText(text);
    m_action->show();
    m_do = std::move(action);
}

void MessageBar::tabChanged()
{
    if (m_isPassing)
        hide();
}

QString MessageBar::text() const
{
    return m_text->text();
}

} // namespace ws
