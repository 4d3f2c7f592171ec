#pragma once
// The Operators tab: what each operator costs on the CPU and the GPU, in the range or the whole run, as torch's
// key_averages has it. Double click makes its calls stand out and shows the first.

#include "core/analysis/kernels/operators.h"
#include "widgets/session/pane.h"
#include "widgets/toolkit/derivedjob.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QStackedWidget;

namespace ws {

class EmptyState;
class OperatorModel;
class TablePane;

class OperatorsPanel : public QWidget
{
    Q_OBJECT
public:
    explicit OperatorsPanel(Pane *pane, QWidget *parent = nullptr);
    TablePane *table() const { return m_table; }

private:
    void build();
    void update();
    void fill(const RunPtr &run, const std::shared_ptr<const OperatorTable> &table);
    void showFirst(int row);

    Pane *m_pane;
    OperatorModel *m_model;
    TablePane *m_table;
    QStackedWidget *m_stack = nullptr;
    EmptyState *m_empty = nullptr;
    QLabel *m_scope = nullptr;
    QComboBox *m_split = nullptr;
    DerivedJob<std::optional<OperatorTable>> m_job;
};

} // namespace ws
