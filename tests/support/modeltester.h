#pragma once
// QAbstractItemModelTester whose findings fail the running test: its QtTest mode passes silently under GoogleTest, and
// its warnings alone fail nothing.

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>

namespace ws::test {

class ModelTester
{
public:
    explicit ModelTester(QAbstractItemModel *model)
        : m_before(qInstallMessageHandler(&ModelTester::handle)),
          m_tester(model, QAbstractItemModelTester::FailureReportingMode::Warning)
    {
    }
    ~ModelTester() { qInstallMessageHandler(m_before); }
    ModelTester(const ModelTester &) = delete;
    ModelTester &operator=(const ModelTester &) = delete;

private:
    static void handle(QtMsgType type, const QMessageLogContext &context, const QString &message)
    {
        if (context.category && std::string_view(context.category) == "qt.modeltest")
            ADD_FAILURE() << message.toStdString();
        else if (type != QtDebugMsg)
            std::fprintf(stderr, "%s\n", qPrintable(message));
    }

    QtMessageHandler m_before;
    QAbstractItemModelTester m_tester;
};

} // namespace ws::test
