#pragma once
// The Modules tab: which layer costs what, from a trace's nn.Module calls or a layerwise profile. Selecting a row makes
// its kernels stand out in the timeline; selecting a kernel in the timeline shows its row.

#include "core/modules/moduletree_build.h"
#include "widgets/derivedjob.h"
#include "widgets/modules/nodenames.h"
#include "widgets/session.h"

#include <QWidget>

class QAction;
class QComboBox;
class QLabel;
class QStackedWidget;
class QToolButton;

namespace ws {

class ContextView;
class EmptyState;
class ModuleTreePane;

class ModulePanel : public QWidget
{
    Q_OBJECT
public:
    explicit ModulePanel(Session *session, QWidget *parent = nullptr);
    ModuleTreePane *pane() const { return m_pane; }

private:
    struct Result
    {
        std::shared_ptr<const Attribution> attribution;
        std::shared_ptr<const BuiltModuleTree> built; ///< null: cancelled
        std::shared_ptr<const NodeNames> names;
    };

    void build();
    QComboBox *addChooser(const QString &name, const QStringList &entries);
    void addActions();
    void runChanged();
    void update();
    void showLayerwise(const RunPtr &run);
    void startTrace(const RunPtr &run);
    void showTrace(const Result &result);
    QString traceNote(const ModuleTree &tree) const;
    void selectionChanged();
    void highlight(uint32_t node);
    void showFirst(uint32_t node);
    std::optional<TimeRange> spanOf(uint32_t node) const;

    Session *m_session;
    ModuleTreePane *m_pane;
    ContextView *m_context = nullptr;
    QStackedWidget *m_stack = nullptr;
    EmptyState *m_empty = nullptr;
    QLabel *m_scope = nullptr;
    QComboBox *m_phase = nullptr; ///< layerwise
    QComboBox *m_view = nullptr;  ///< layerwise
    QComboBox *m_merge = nullptr; ///< traces
    QComboBox *m_rule = nullptr;  ///< traces
    QToolButton *m_contextButton = nullptr;
    QAction *m_showSpan = nullptr;
    QAction *m_useSpan = nullptr;
    RunPtr m_run;                                     ///< of m_attribution and m_built
    std::shared_ptr<const Attribution> m_attribution; ///< kept for other ranges
    std::shared_ptr<const BuiltModuleTree> m_built;   ///< null for layerwise profiles
    DerivedJob<Result> m_job;
};

} // namespace ws
