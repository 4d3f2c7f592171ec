#pragma once
// The Modules tab: the cost of each layer, from a trace's nn.Module calls or a layerwise profile. The selected row
// becomes the run's focus: the timeline lights the GPU work below it and the tables count only that. Selecting a kernel
// or module in the timeline shows its row.

#include "widgets/modules/tracetree.h"
#include "widgets/session/derivedkeys.h"
#include "widgets/session/pane.h"
#include "widgets/session/whatif.h"
#include "widgets/toolkit/backgroundjob.h"
#include "widgets/toolkit/panelbase.h"

class QAction;
class QComboBox;
class QToolButton;

namespace ws {

class CaptureChooser;
class ContextView;
class ModuleTreePane;

class ModulePanel : public PanelBase
{
    Q_OBJECT
public:
    explicit ModulePanel(Pane *pane, QWidget *parent = nullptr);
    ModuleTreePane *treePane() const { return m_treePane; }
    /// Of a layerwise profile, by index into Run::layerwise.
    void showPhase(int tree);

protected:
    void refresh() override;

private:
    void build();
    QComboBox *addChooser(const QString &name, const QStringList &entries);
    void addActions();
    WhatIfPlace whatIfOf(uint32_t node) const;
    void runChanged();
    void cancelWanted();
    void showLayerwise(const RunPtr &run);
    std::shared_ptr<const ActivitySet> stepsInFocus() const;
    void startTrace();
    void startTree(const std::shared_ptr<const Attribution> &attribution, const ModuleTreeOptions &options);
    /// `attribution` null: layers by repetition.
    void showTrace(std::shared_ptr<const Attribution> attribution, std::shared_ptr<const TraceTree> tree);
    void fail(const Error &error);
    QString traceNote(const ModuleTree &tree) const;
    void selectionChanged();
    void setFocus(uint32_t node);
    void showColours();
    void askLimits();
    uint32_t rowOf(EventRef slice) const;
    void requestInstances();
    bool hasInstances(uint32_t node) const;
    void showFirst(uint32_t node);

    Pane *m_pane;
    ModuleTreePane *m_treePane;
    ContextView *m_context = nullptr;
    QComboBox *m_phase = nullptr; ///< layerwise
    QComboBox *m_view = nullptr;  ///< layerwise
    QComboBox *m_merge = nullptr; ///< traces
    QComboBox *m_rule = nullptr;  ///< traces
    QToolButton *m_contextButton = nullptr;
    CaptureChooser *m_capture = nullptr;
    QAction *m_showSpan = nullptr;
    QAction *m_useSpan = nullptr;
    std::shared_ptr<const ActivitySet> m_only; ///< the tree is limited to; null: to nothing
    RunPtr m_run;                              ///< of the two below
    std::shared_ptr<const Attribution> m_attribution;
    std::shared_ptr<const TraceTree> m_named;       ///< null for layerwise profiles
    std::shared_ptr<const BuiltModuleTree> m_built; ///< of m_named
    CacheRequest<AttributionKey> m_wantedAttribution;
    CacheRequest<ModuleTreeKey> m_wanted;      ///< requested when the attribution is ready
    CacheRequest<CapturedKey> m_wantedCapture; ///< requested when the attribution is ready
    CacheRequest<StepsKey> m_wantedSteps;
    CacheRequest<LayerTreeKey> m_wantedLayers; ///< requested when the steps are ready
    CacheRequest<LimitsKey> m_wantedLimits;    ///< requested when the tree is there, where somebody looks at them
    BackgroundJob<ActivitySet> m_focusJob;
};

} // namespace ws
