#pragma once
// One field that finds every action, panel, open run, stage and kernel by any of its words, and does what one would do
// with it: triggers, raises, shows, highlights, lists its instances.

#include <QAbstractListModel>
#include <QDialog>

#include <functional>
#include <vector>

class QLabel;
class QLineEdit;
class QListView;

namespace ws {

struct Command
{
    QString title; ///< plain text
    QString kind;  ///< "Action", "Kernel" …
    QString key;   ///< of an action; empty: none
    QString words; ///< found by these as well: a full name; empty: none
    std::function<void()> run;
    bool isLast = false; ///< below all others that fit, however well it does itself
};

/// How well a text fits: 0 not at all, else the higher the better. All words of the query have to be in the title or in
/// the further words; at the beginning of the title, or of a word of it, they count more.
int fitOf(const QString &query, const Command &command);

/// The commands that fit a query, the best first, in the order given where they fit alike.
class CommandModel : public QAbstractListModel
{
    Q_OBJECT
public:
    enum Role { KindRole = Qt::UserRole, KeyRole };
    static constexpr size_t maxShown = 200;

    using QAbstractListModel::QAbstractListModel;
    void add(std::vector<Command> commands); ///< behind those that are there
    void find(const QString &query);
    const Command &at(int row) const { return m_commands[m_shown[static_cast<size_t>(row)]]; }

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;

private:
    QString m_query;
    std::vector<Command> m_commands;
    std::vector<size_t> m_shown;
};

class CommandPalette : public QDialog
{
    Q_OBJECT
public:
    explicit CommandPalette(QWidget *parent);

    void add(std::vector<Command> commands);

protected:
    bool eventFilter(QObject *object, QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void showFound();
    void find(const QString &query);
    void choose(int row);

    QLineEdit *m_query;
    QListView *m_list;
    QLabel *m_nothing;
    CommandModel *m_model;
};

} // namespace ws
