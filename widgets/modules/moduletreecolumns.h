#pragma once
// The columns of a module tree: hidden by the user (kept in the settings) or because the tree has nothing in them, and
// their widths: fitted to the first tree, then the user's; names take the room that the numbers leave.

#include <QObject>
#include <QStringList>

class QPoint;

namespace ws {

class ModuleTreeModel;
class ModuleTreeView;

class ModuleTreeColumns : public QObject
{
    Q_OBJECT
public:
    /// The view has its model.
    ModuleTreeColumns(ModuleTreeView *view, ModuleTreeModel *model);

    void hideEmpty(); ///< not every file has traces or CPU times
    void fit();       ///< to their content and the room, from the first time on
    void fitAgain();
    bool areLimitsShown() const;

signals:
    void limitsShown(); ///< the user made one of their columns visible

private:
    void fitNumbers();
    void fitNames();
    bool isHidden(int column) const; ///< by the user, or at first
    void restore();
    void showMenu(const QPoint &at);

    ModuleTreeView *m_view;
    ModuleTreeModel *m_model;
    bool m_fitted = false;
    bool m_namesFixed = false, m_numbersFixed = false; ///< widths that the user set
    bool m_fitting = false;
};

} // namespace ws
