#pragma once
// A field for a kernel's name, and below it the rule that takes the name and the reason. A pasted name may be of any
// length, so a worker runs the rules.

#include "core/analysis/stages/stagemapping.h"
#include "widgets/toolkit/backgroundjob.h"

#include <QWidget>

class QLabel;
class QLineEdit;

namespace ws {

class StageController;
struct Classification;

/// Why a name belongs to its stage, in one or more sentences.
QString explanationOf(const Classification &classes, const std::string &kernel);

class NameTest : public QWidget
{
    Q_OBJECT
public:
    explicit NameTest(StageController *controller, QWidget *parent = nullptr);

    /// The rules may have changed.
    void refresh();

private:
    StageController *m_controller;
    QLineEdit *m_name;
    QLabel *m_result;
    BackgroundJob<QString> m_job;
};

} // namespace ws
