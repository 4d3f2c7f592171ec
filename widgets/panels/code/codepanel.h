#pragma once
// The Code tab: GPU time by own source line, by Python call stack or by operator, as a table and as an icicle. What has
// no stack, no own frame or no launch in the file are rows, so the rows add up to the GPU work.

#include "core/analysis/stacks/sourcelines.h"
#include "core/analysis/stacks/stackpicture.h"
#include "core/report/stackreport.h"
#include "widgets/session/derivedkeys.h"
#include "widgets/session/runtablepanel.h"

class QComboBox;
class QToolButton;

namespace ws {

class IcicleView;

struct SourceLinesKey : DerivedKey
{
    using Value = SourceLines;
    std::shared_ptr<const CallStacks> stacks; ///< null: by operator
    StackOptions options;
    bool isKept() const { return !options.range && !options.only; }
    bool operator==(const SourceLinesKey &) const = default;
    std::optional<SourceLines> make(const RunPtr &run, const Progress &progress) const
    {
        return stacks ? sourceLines(*stacks) : operatorLines(*run, options, &progress);
    }
};

struct StackPictureKey : DerivedKey
{
    using Value = StackPicture;
    std::shared_ptr<const CallStacks> stacks;
    bool isInnermostFirst = false;
    bool operator==(const StackPictureKey &) const = default;
    StackPicture make(const RunPtr &, const Progress &) const
    {
        return stackPicture(isInnermostFirst ? std::make_shared<const CallStacks>(fromInnermost(*stacks)) : stacks);
    }
};

class CodePanel : public RunTablePanel
{
    Q_OBJECT
public:
    explicit CodePanel(Pane *pane, QWidget *parent = nullptr);

    IcicleView *icicle() const { return m_icicle; }
    QComboBox *by() const { return m_by; }

protected:
    QString whyEmpty(const Run *run) const override;
    void ask(RunContext &context) override;
    void cancel() override;
    void activate(int row) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    StackOptions options() const;
    void takeStacks(std::shared_ptr<const CallStacks> stacks);
    void showIcicle();
    void shareWidth();
    void showLines(std::shared_ptr<const SourceLines> lines);
    void highlightRows();

    QComboBox *m_by;
    QComboBox *m_direction;
    QToolButton *m_allFrames; ///< while the picture shows a part
    IcicleView *m_icicle;
    bool m_widthsAreTheUsers = false;
    CacheRequest<CallStacksKey> m_wantedStacks;
    CacheRequest<StackPictureKey> m_wantedPicture;
    CacheRequest<SourceLinesKey> m_wantedLines;
    std::shared_ptr<const CallStacks> m_stacks; ///< of the pane's run
    std::shared_ptr<const SourceLines> m_lines;
};

} // namespace ws
