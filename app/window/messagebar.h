#pragma once
// A line above the contents for errors and notices: it stays until it is closed, or where it tells of something done
// until another tab is in front, offers one action, and keeps the details folded. Rejected: a modal box, which would
// hide the open run.

#include <QFrame>

#include <functional>

class QLabel;
class QPushButton;
class QToolButton;

namespace ws {

class MessageBar : public QFrame
{
    Q_OBJECT
public:
    enum class Kind { Error, Notice };

    explicit MessageBar(QWidget *parent = nullptr);
    void showMessage(Kind kind, const QString &text, const QString &details = {});
    void setAction(const QString &text, std::function<void()> action); ///< after say()
    void setPassing() { m_isPassing = true; }                          ///< after say(): it tells of something done
    void tabChanged();                                                 ///< takes a passing message away
    QString text() const;
    Kind kind() const { return m_kind; }

signals:
    void closed(); ///< by its button

private:
    Kind m_kind = Kind::Notice;
    bool m_isPassing = false;
    QLabel *m_text;
    QLabel *m_details;
    QToolButton *m_more;
    QPushButton *m_action;
    std::function<void()> m_do;
};

} // namespace ws
