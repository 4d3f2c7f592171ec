#pragma once
// The widths of the columns in the Mapping tab's table of rules: columns of texts share what the numbers leave, as far
// as the user has not set theirs, whenever the table gets another size.

#include <QObject>

#include <set>

class QTableView;

namespace ws {

class MappingColumns : public QObject
{
    Q_OBJECT
public:
    /// Of a view of a MappingModel, which owns it.
    explicit MappingColumns(QTableView *view);

    /// Labels, regexes and notes share what the numbers leave. Texts of rules are measured only where they are seen:
    /// the hint asks for all of them.
    void fit();

protected:
    bool eventFilter(QObject *object, QEvent *event) override;

private:
    QTableView *m_view;
    std::set<int> m_fixed; ///< columns whose width the user set
    bool m_fitting = false;
};

} // namespace ws
