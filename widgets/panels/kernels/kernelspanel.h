#pragma once
// The Kernels tab: what each kernel name costs in the range or the whole run. Double click makes its instances stand
// out and shows the first; N and Shift+N go on to the next and previous.

#include "core/analysis/kernels/kerneltable.h"
#include "widgets/session/pane.h"
#include "widgets/toolkit/derivedjob.h"
#include "widgets/toolkit/shortnames.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QStackedWidget;

namespace ws {

class EmptyState;
class KernelModel;
class TablePane;

class KernelsPanel : public QWidget
{
    Q_OBJECT
public:
    explicit KernelsPanel(Pane *pane, QWidget *parent = nullptr);
    TablePane *table() const { return m_table; }

private:
    void build();
    static QString withoutTimelineText(const Run *run);
    void refresh();
    void present(const KernelTable &table);
    void addInstanceActions();
    void highlightRows();
    void findInstances(int row);
    void step(int direction);
    bool wantsDetails() const;

    Pane *m_pane;
    KernelModel *m_model;
    TablePane *m_table;
    QStackedWidget *m_stack = nullptr;
    EmptyState *m_empty = nullptr;
    QLabel *m_scope = nullptr;
    QComboBox *m_split = nullptr;
    std::vector<uint32_t> m_instances; ///< of the row last asked for, indices into Run::gpu
    struct Result
    {
        std::optional<KernelTable> table;
        std::shared_ptr<const ShortNames> shortNames;
    };
    RunPtr m_namedRun; ///< the run of m_shortNames
    std::shared_ptr<const ShortNames> m_shortNames;
    DerivedJob<Result> m_job;
};

} // namespace ws
