#pragma once
// Asks which rank each trace of a job is, where files and their names do not say. One row a trace; a number used twice
// within a stage cannot be confirmed.

#include "core/analysis/job/rankjob.h"

#include <QDialog>

#include <memory>
#include <optional>
#include <vector>

class QLabel;
class QPushButton;
class QSpinBox;

namespace ws {

class RankNumbers : public QDialog
{
    Q_OBJECT
public:
    RankNumbers(std::shared_ptr<const RankJob> job, QWidget *parent = nullptr);

    /// Parallel to the ranks of the job; none: not known.
    std::vector<std::optional<int64_t>> numbers() const;

private:
    void numberInOrder();
    void check();

    std::shared_ptr<const RankJob> m_job;
    std::vector<QSpinBox *> m_numbers;
    QLabel *m_problem;
    QPushButton *m_ok;
};

} // namespace ws
