#pragma once
// What counts as a step: the names that the program knows, slices whose name a regex matches, or from each kernel of a
// name to the next. Text takes effect with Enter; what is wrong with it stands beside.

#include "core/analysis/steps/stepsource.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;

namespace ws {

class StepSourceBar : public QWidget
{
    Q_OBJECT
public:
    explicit StepSourceBar(QWidget *parent = nullptr);

    void setSource(const StepSource &source); ///< without a signal

signals:
    void chosen(const ws::StepSource &source); ///< one that can be looked for

private:
    StepSource source() const;
    void chooseKind();
    void apply();

    QComboBox *m_by;
    QLineEdit *m_text;
    QLabel *m_problem;
};

} // namespace ws
