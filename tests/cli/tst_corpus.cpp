// Real traces with independently computed facts, if they are next to the checkout.

#include "tests/support/corpus.h"

#include <QFile>
#include <QProcess>
#include <QStringList>

#include <gtest/gtest.h>

#include <cstring>
#include <string>

namespace tst_corpus {

class Corpus : public testing::TestWithParam<const char *>
{
protected:
    void agrees(const QString &tool, const QStringList &options = {})
    {
        const QString script = QStringLiteral(WARPSCOPE_SOURCE_DIR "/../shared/tools/") + tool;
        SKIP_WITHOUT_CORPUS(!QFile::exists(script));
        QProcess process;
        process.start(QStringLiteral("python3"),
                      QStringList{script, QStringLiteral(WARPSCOPE_BIN_DIR "/warpscope-cli"), QStringLiteral("--only"),
                                  QString::fromLatin1(GetParam())} +
                          options);
        ASSERT_TRUE(process.waitForFinished(280'000));
        EXPECT_EQ(process.exitCode(), 0) << process.readAllStandardOutput().toStdString()
                                         << process.readAllStandardError().toStdString();
    }
};

class ModuleCorpus : public Corpus
{
};
class StageCorpus : public Corpus
{
};
class GapCorpus : public Corpus
{
};

TEST_P(Corpus, everySummaryAgreesWithTheFacts)
{
    agrees(QStringLiteral("check_summary.py"));
}

TEST_P(ModuleCorpus, everyModuleTreeAgreesWithTheFacts)
{
    agrees(QStringLiteral("check_modules.py"));
}

TEST_P(StageCorpus, everyStageAgreesWithTheFacts)
{
    agrees(QStringLiteral("check_stages.py"));
}

TEST_P(GapCorpus, everyGapAgreesWithTheFacts)
{
    agrees(QStringLiteral("check_when.py"),
           {QStringLiteral("--what"), QStringLiteral("gaps"), QStringLiteral("--facts"),
            QStringLiteral(WARPSCOPE_SOURCE_DIR "/../shared/corpus-facts-idle")});
}

INSTANTIATE_TEST_SUITE_P(Gaps, GapCorpus, testing::Values("kineto/"), [](const auto &) { return "kineto"; });
INSTANTIATE_TEST_SUITE_P(Summaries, Corpus,
                         testing::Values("kineto/", "chrome/", "other/", "torch_table/", "layerwise/", "nsys/", "ncu/",
                                         "report/", "ascend/", "rocm/"),
                         [](const auto &info) { return std::string(info.param, strlen(info.param) - 1); });
INSTANTIATE_TEST_SUITE_P(Modules, ModuleCorpus, testing::Values("kineto/"), [](const auto &) { return "kineto"; });
INSTANTIATE_TEST_SUITE_P(Stages, StageCorpus, testing::Values("kineto/", "nsys/", "rocm/"),
                         [](const auto &info) { return std::string(info.param, strlen(info.param) - 1); });

} // namespace tst_corpus
