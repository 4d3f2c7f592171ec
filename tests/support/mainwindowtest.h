#pragma once
// Files written for one test and opened in the main window.

#include "app/window/appearance.h"
#include "app/window/mainwindow.h"

#include <gtest/gtest.h>

#include <QDropEvent>
#include <QFile>
#include <QMimeData>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QTranslator>
#include <QUrl>

#include <string_view>

namespace ws::test {

inline constexpr std::string_view twoTables = "# First\n"
                                              "----  --------  ---------\n"
                                              "Name  Self CPU  Self CUDA\n"
                                              "----  --------  ---------\n"
                                              "   a   1.000us    2.000us\n"
                                              "----  --------  ---------\n"
                                              "# Second\n"
                                              "----  --------  ---------\n"
                                              "Name  Self CPU  Self CUDA\n"
                                              "----  --------  ---------\n"
                                              "   b   1.000us    2.000us\n"
                                              "----  --------  ---------\n";

inline constexpr std::string_view layerwiseProfile =
    R"json({"context":{},"prefill":{"metadata":{"num_running_seqs":1},"summary_stats":[],"model_stats":[
    {"entry":{"name":"Model","cpu_time_us":1,"cuda_time_us":2,"pct_cuda_time":100,"trace":""},"children":[]}]}})json";

/// As when the tests began, for those that run after it in this process: no translator, and texts named English.
inline void backToEnglish()
{
    applyLanguage(QStringLiteral("en"));
    for (QTranslator *translator : QCoreApplication::instance()->findChildren<QTranslator *>())
        delete translator;
}

class MainWindowTest : public testing::Test
{
protected:
    MainWindowTest() { QSettings().clear(); }

    QString write(std::string_view content, const QString &name = QStringLiteral("a.json"))
    {
        const QString path = m_folder.filePath(name);
        QFile file(path);
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(content.data(), static_cast<qint64>(content.size()));
        return path;
    }
    static bool settle(MainWindow &window)
    {
        return QTest::qWaitFor([&] { return !window.isLoading(); }, 10'000);
    }
    /// Shows `window` with the files open.
    static void openIn(MainWindow &window, const QStringList &files)
    {
        window.show();
        window.open(files);
        ASSERT_TRUE(settle(window));
    }
    static void drop(MainWindow &window, const QString &path)
    {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(path)});
        QDragEnterEvent enter({50, 50}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&window, &enter);
        EXPECT_TRUE(enter.isAccepted());
        QDropEvent event({50, 50}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&window, &event);
    }
    static EventRef sliceNamed(const ws::Run &run, std::string_view name)
    {
        for (uint32_t l = 0; l < run.timeline.lanes.size(); ++l)
            for (uint32_t i = 0; i < run.timeline.lanes[l].size(); ++i)
                if (run.text(run.timeline.lanes[l].name[i]) == name)
                    return {l, i};
        return {};
    }
    /// Two kernels, the first of them launched by a call.
    static constexpr std::string_view smallTrace = R"({"traceEvents":[
{"ph":"X","cat":"cuda_runtime","name":"launch","pid":1,"tid":1,"ts":90,"dur":5,"args":{"correlation":3}},
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":100,"dur":50,"args":{"device":0,"stream":7,"correlation":3}},
{"ph":"X","cat":"kernel","name":"norm","pid":0,"tid":7,"ts":160,"dur":10,"args":{"device":0,"stream":7}}
]})";
    QTemporaryDir m_folder;
};

} // namespace ws::test
