#pragma once
// The rule that takes a kernel's name and the reason, with the field for the name, which stands where the panel wants
// it. Hidden without a name. A pasted name may be of any length, so a worker runs the rules.

#include "core/analysis/stages/stagemapping.h"
#include "widgets/toolkit/backgroundjob.h"

#include <QLabel>

class QLineEdit;

namespace ws {

class StageController;
struct Classification;

/// Why a name belongs to its stage, in one or more sentences.
QString explanationOf(const Classification &classes, const std::string &kernel);

class NameTest : public QLabel
{
    Q_OBJECT
public:
    explicit NameTest(StageController *controller, QWidget *parent = nullptr);

    QLineEdit *field() const { return m_name; }
    /// The rules may have changed.
    void refresh();

private:
    StageController *m_controller;
    QLineEdit *m_name;
    BackgroundJob<QString> m_job;
};

} // namespace ws
