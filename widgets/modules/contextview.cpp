#include "widgets/modules/contextview.h"

#include "widgets/toolkit/plaintext.h"

#include <nlohmann/json.hpp>

#include <QHeaderView>
#include <QLineEdit>
#include <QSortFilterProxyModel>
#include <QStandardItemModel>
#include <QTreeView>
#include <QVBoxLayout>

namespace ws {
namespace {

using Json = nlohmann::ordered_json;

QString valueText(const Json &value)
{
    const std::string text =
        value.is_string() ? value.get<std::string>() : value.dump(-1, ' ', false, Json::error_handler_t::replace);
    return QString::fromStdString(text);
}

void addMember(QStandardItem *parent, const QString &key, const Json &value)
{
    auto *name = new QStandardItem(key);
    auto *shown = new QStandardItem(value.is_structured() ? QString() : valueText(value));
    parent->appendRow({name, shown});
    shown->setToolTip(plainToolTip(shown->text()));
    if (value.is_object())
        for (const auto &[childKey, child] : value.items())
            addMember(name, QString::fromStdString(childKey), child);
    else if (value.is_array())
        for (size_t i = 0; i < value.size(); ++i)
            addMember(name, QStringLiteral("[%1]").arg(i), value[i]);
}

} // namespace

ContextView::ContextView(QWidget *parent)
    : QWidget(parent), m_model(new QStandardItemModel(this)), m_proxy(new QSortFilterProxyModel(this)),
      m_view(new QTreeView(this))
{
    auto *filter = new QLineEdit(this);
    filter->setPlaceholderText(tr("Filter engine arguments"));
    filter->setAccessibleName(filter->placeholderText());
    filter->setClearButtonEnabled(true);
    m_proxy->setSourceModel(m_model);
    m_proxy->setFilterKeyColumn(-1);
    m_proxy->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_proxy->setRecursiveFilteringEnabled(true);
    m_proxy->setAutoAcceptChildRows(true);
    m_view->setModel(m_proxy);
    m_view->setUniformRowHeights(true);
    m_view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setAccessibleName(tr("Context"));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(filter);
    layout->addWidget(m_view, 1);
    connect(filter, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_proxy->setFilterFixedString(text);
        m_view->expandAll();
    });
}

void ContextView::setContext(const Json &context)
{
    m_model->clear();
    m_model->setHorizontalHeaderLabels({tr("Context"), tr("Value")});
    if (context.is_object())
        for (const auto &[key, value] : context.items())
            addMember(m_model->invisibleRootItem(), QString::fromStdString(key), value);
    m_view->expandAll();
    m_view->resizeColumnToContents(0);
}

} // namespace ws
