#pragma once
// The context of a layerwise profile (engine arguments, versions) as key and value, filterable.

#include <QWidget>

#include <nlohmann/json_fwd.hpp>

class QSortFilterProxyModel;
class QStandardItemModel;
class QTreeView;

namespace ws {

class ContextView : public QWidget
{
    Q_OBJECT
public:
    explicit ContextView(QWidget *parent = nullptr);
    void setContext(const nlohmann::ordered_json &context);
    QTreeView *view() const { return m_view; }

private:
    QStandardItemModel *m_model;
    QSortFilterProxyModel *m_proxy;
    QTreeView *m_view;
};

} // namespace ws
