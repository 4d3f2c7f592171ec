#include "widgets/panels/when/stepsourcebar.h"

#include "widgets/toolkit/plaintext.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>

namespace ws {

StepSourceBar::StepSourceBar(QWidget *parent)
    : QWidget(parent), m_by(new QComboBox(this)), m_text(new QLineEdit(this)), m_problem(plainLabel(this))
{
    m_by->addItems({tr("Steps by their names"), tr("Slices whose name matches"), tr("From each kernel")}); // by By
    m_by->setAccessibleName(tr("What counts as a step"));
    m_by->setToolTip(tr("What counts as a step"));
    m_text->setClearButtonEnabled(true);
    m_text->setMaximumWidth(360);
    m_text->hide();
    m_problem->setWordWrap(true);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 6, 8, 0);
    layout->addWidget(m_by);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_problem, 1);
    layout->addStretch();
    connect(m_by, &QComboBox::activated, this, &StepSourceBar::chooseKind);
    connect(m_text, &QLineEdit::returnPressed, this, &StepSourceBar::apply);
}

StepSource StepSourceBar::source() const
{
    const auto by = static_cast<StepSource::By>(m_by->currentIndex());
    return {by, by == StepSource::Names ? QString() : m_text->text()};
}

void StepSourceBar::setSource(const StepSource &source)
{
    const QSignalBlocker quiet(m_by);
    m_by->setCurrentIndex(source.by);
    m_text->setVisible(source.by != StepSource::Names);
    m_text->setPlaceholderText(source.by == StepSource::Anchor ? tr("name of a kernel, or a regex, and Enter")
                                                               : tr("regex, and Enter"));
    if (m_text->text() != source.text)
        m_text->setText(source.text);
    m_problem->clear();
}

void StepSourceBar::chooseKind()
{
    StepSource chosen = source();
    chosen.text.clear(); // of the other kind
    setSource(chosen);
    if (chosen.by == StepSource::Names)
        emit this->chosen(chosen);
    else
        m_text->setFocus();
}

void StepSourceBar::apply()
{
    const StepSource wanted = source();
    const QString error = sourceError(wanted);
    m_problem->setText(error);
    if (error.isEmpty())
        emit chosen(wanted);
}

} // namespace ws
