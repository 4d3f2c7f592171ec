#pragma once
// One side's step that a comparison is aligned at: a list of the steps of a run, asked for when it is first needed.

#include "widgets/session/derivedkeys.h"

#include <QComboBox>
#include <QPointer>

namespace ws {

class RunContext;

class StepPick : public QComboBox
{
    Q_OBJECT
public:
    explicit StepPick(QWidget *parent = nullptr);

    /// Asks for its steps unless they are there already; null: empty.
    void show(RunContext *context);
    /// ns of the run: where the chosen step's GPU work begins, without any the step itself; none: no step.
    std::optional<int64_t> begin() const;
    void choose(int64_t begin); ///< the step that begins there, if one does
    bool isWaiting() const { return m_wanted.isWaiting(); }

signals:
    void ready(); ///< the steps are there, or there are none

private:
    void fill(std::shared_ptr<const Steps> steps);
    int64_t beginOf(size_t step) const;

    static constexpr size_t maxListed = 500;

    QPointer<RunContext> m_context;
    std::shared_ptr<const Steps> m_steps;
    CacheRequest<StepsKey> m_wanted;
};

} // namespace ws
