#include "widgets/compare/steppick.h"

#include "widgets/session/runcontext.h"
#include "widgets/session/stepfocus.h"

#include <algorithm>

namespace ws {

StepPick::StepPick(QWidget *parent) : QComboBox(parent)
{
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setIconSize({0, 0}); // there is none
    setMinimumContentsLength(10);
}

void StepPick::show(RunContext *context)
{
    if (context == m_context && (m_steps || isWaiting()))
        return;
    m_wanted.cancel();
    m_context = context;
    m_steps.reset();
    hidePopup();
    clear();
    setEnabled(false);
    if (context)
        m_wanted.ask(context->cache(), StepsKey{}, [this](const auto &steps) {
            fill(steps ? *steps : std::make_shared<const Steps>());
            emit ready();
        });
}

void StepPick::fill(std::shared_ptr<const Steps> steps)
{
    m_steps = std::move(steps);
    const auto count = static_cast<uint32_t>(std::min(m_steps->steps.size(), maxListed));
    QStringList titles;
    for (uint32_t step = 0; step < count; ++step)
        titles << stepTitle(*m_context->run(), *m_steps, step);
    addItems(titles);
    setEnabled(count > 0);
    if (count == 0)
        addItem(tr("no steps"));
}

std::optional<int64_t> StepPick::begin() const
{
    const int index = currentIndex();
    if (!m_context || !m_steps || index < 0 || static_cast<size_t>(index) >= m_steps->steps.size())
        return {};
    return beginOf(static_cast<size_t>(index));
}

int64_t StepPick::beginOf(size_t step) const
{
    const Step &s = m_steps->steps[step];
    return s.activities > 0 ? s.gpuStartNs : s.wall.begin;
}

void StepPick::choose(int64_t begin)
{
    for (size_t step = 0; m_steps && step < m_steps->steps.size() && step < maxListed; ++step)
        if (beginOf(step) == begin)
            return setCurrentIndex(static_cast<int>(step));
}

} // namespace ws
