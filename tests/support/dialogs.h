#pragma once
// Answers modal dialogs while a test runs, in the order in which the answers were given here, like the user: by typing
// and by pressing buttons. An unexpected dialog and an unused answer fail the test.

#include <gtest/gtest.h>

#include <QApplication>
#include <QComboBox>
#include <QInputDialog>
#include <QLineEdit>
#include <QMessageBox>
#include <QPointer>
#include <QPushButton>
#include <QTest>
#include <QTimer>

#include <deque>
#include <functional>

namespace ws::test {

class Dialogs
{
public:
    Dialogs()
    {
        QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] { look(); });
        m_timer.start(5);
    }
    ~Dialogs() { EXPECT_TRUE(m_answers.empty()) << m_answers.size() << " dialogs did not come"; }
    Dialogs(const Dialogs &) = delete;
    Dialogs &operator=(const Dialogs &) = delete;

    /// A message box: presses that button.
    Dialogs &press(QMessageBox::StandardButton button)
    {
        m_answers.emplace_back([this, button](QWidget *dialog) {
            auto *box = qobject_cast<QMessageBox *>(dialog);
            if (!box || !box->button(button))
                return false;
            said << box->text();
            QTest::mouseClick(box->button(button), Qt::LeftButton);
            return true;
        });
        return *this;
    }
    /// An input dialog: replaces its text by this one, then Enter.
    Dialogs &type(const QString &text)
    {
        m_answers.emplace_back([this, text](QWidget *dialog) {
            auto *input = qobject_cast<QInputDialog *>(dialog);
            auto *line = input ? input->findChild<QLineEdit *>() : nullptr;
            if (!line)
                return false;
            said << line->text();
            line->selectAll();
            QTest::keyClicks(line, text);
            QTest::keyClick(line, Qt::Key_Return);
            return true;
        });
        return *this;
    }
    /// An input dialog with a list: takes that entry.
    Dialogs &choose(const QString &entry)
    {
        m_answers.emplace_back([entry](QWidget *dialog) {
            auto *input = qobject_cast<QInputDialog *>(dialog);
            auto *list = input ? input->findChild<QComboBox *>() : nullptr;
            if (!list || list->findText(entry) < 0)
                return false;
            list->setCurrentText(entry);
            input->accept();
            return true;
        });
        return *this;
    }
    /// Any dialog: Escape.
    Dialogs &escape()
    {
        m_answers.emplace_back([](QWidget *dialog) {
            QTest::keyClick(dialog, Qt::Key_Escape);
            return true;
        });
        return *this;
    }

    QStringList said; ///< texts of the message boxes, and what input dialogs proposed

private:
    void look()
    {
        QWidget *dialog = QApplication::activeModalWidget();
        if (!dialog || dialog == m_answered)
            return;
        m_answered = dialog;
        if (m_answers.empty()) {
            ADD_FAILURE() << "unexpected dialog: " << dialog->windowTitle().toStdString();
            dialog->close();
            return;
        }
        const auto answer = std::move(m_answers.front());
        m_answers.pop_front();
        if (!answer(dialog)) {
            ADD_FAILURE() << "another dialog was expected than " << dialog->metaObject()->className() << " "
                          << dialog->windowTitle().toStdString();
            dialog->close();
        }
    }

    QTimer m_timer;
    QPointer<QWidget> m_answered;
    std::deque<std::function<bool(QWidget *)>> m_answers;
};

} // namespace ws::test
