#include "widgets/mapping/mappingmodel.h"
#include "widgets/session/session.h"

#include "tests/support/modeltester.h"
#include "tests/widgets/timelineruns.h"
#include "widgets/mapping/mappingpanel.h"
#include "widgets/mapping/ruleregex.h"

#include <QCoreApplication>
#include <QMimeData>
#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

#include <memory>

using namespace ws;

namespace {

class MappingModelTest : public testing::Test
{
protected:
    MappingModelTest() : controller(&session, MappingLibrary(folder.path()))
    {
        StageMapping mapping{"own", "test", MappingForm::Nested, {}, {}};
        mapping.setJoined(std::vector<StageRule>{
            {"gemm", "linear", "cublas"}, {"attn", "attention", "flash"}, {".*", "other", "rest"}});
        controller.document()->load(mapping);
        model = std::make_unique<MappingModel>(&controller);
    }
    std::string regexes() const
    {
        std::string text;
        for (int row = 0; row < model->rowCount(); ++row)
            text += model->rule(row).regex + ' ';
        return text;
    }
    bool type(int row, MappingModel::Column column, const char *text)
    {
        return model->setData(model->index(row, column), QString::fromUtf8(text));
    }

    QTemporaryDir folder;
    Session session;
    StageController controller;
    std::unique_ptr<MappingModel> model;
};

TEST_F(MappingModelTest, keepsTheContractOfItemModelsThroughEveryEdit)
{
    const test::ModelTester tester(model.get());
    type(0, MappingModel::Regex, "gemm|Cijk");
    model->insert(1, {"nccl", "communication", "all_reduce"});
    model->duplicate(0);
    model->move(0, 3);
    model->remove({0, 2});
    model->setData(model->index(0, MappingModel::Enabled), Qt::Unchecked, Qt::CheckStateRole);
    while (controller.document()->undoStack()->canUndo())
        controller.document()->undoStack()->undo();
    EXPECT_EQ(regexes(), "gemm attn .* ");
    while (controller.document()->undoStack()->canRedo())
        controller.document()->undoStack()->redo();
}

TEST_F(MappingModelTest, everyEditIsOneStepToUndo)
{
    QUndoStack *undo = controller.document()->undoStack();
    type(1, MappingModel::Stage, "heads");
    model->move(1, 0);
    model->remove({2});
    EXPECT_EQ(undo->count(), 3);
    EXPECT_EQ(regexes(), "attn gemm ");
    undo->undo();
    EXPECT_EQ(regexes(), "attn gemm .* ");
    undo->undo();
    EXPECT_EQ(model->rule(1).stage, "heads");
    undo->undo();
    EXPECT_EQ(model->rule(1).stage, "attention");
    EXPECT_FALSE(controller.document()->isModified());
}

TEST_F(MappingModelTest, typingWhatIsThereAlreadyIsNoEdit)
{
    type(0, MappingModel::Regex, "gemm");
    EXPECT_EQ(controller.document()->undoStack()->count(), 0);
}

TEST_F(MappingModelTest, aBrokenRegexShowsItsErrorWhileTheLastGoodOneStaysInForce)
{
    type(0, MappingModel::Regex, "gemm(");
    EXPECT_FALSE(model->problem(0).isEmpty());
    EXPECT_EQ(model->rule(0).regex, "gemm(");
    EXPECT_EQ(controller.document()->inForce().stages[0].regex, "gemm");
    type(0, MappingModel::Regex, "gemm((");
    EXPECT_EQ(controller.document()->inForce().stages[0].regex, "gemm");
    type(0, MappingModel::Regex, "gemm(v2)?");
    EXPECT_TRUE(model->problem(0).isEmpty());
    EXPECT_EQ(controller.document()->inForce().stages[0].regex, "gemm(v2)?");
}

TEST_F(MappingModelTest, aRowDroppedBetweenOthersMovesThere)
{
    const std::unique_ptr<QMimeData> third(model->mimeData({model->index(2, 0)}));
    EXPECT_TRUE(model->dropMimeData(third.get(), Qt::MoveAction, 0, 0, {}));
    EXPECT_EQ(regexes(), ".* gemm attn ");
    const std::unique_ptr<QMimeData> first(model->mimeData({model->index(0, 0)}));
    EXPECT_TRUE(model->dropMimeData(first.get(), Qt::MoveAction, 2, 0, {}));
    EXPECT_EQ(regexes(), "gemm .* attn ");
}

TEST_F(MappingModelTest, listsThatDifferAreEditedApart)
{
    StageMapping mapping = controller.document()->draft();
    mapping.stages.pop_back();
    controller.document()->load(mapping);
    EXPECT_FALSE(model->isJoined());
    EXPECT_EQ(model->rowCount(), 3);
    model->setLevel(MappingLevel::Stage);
    EXPECT_EQ(model->rowCount(), 2);
    type(0, MappingModel::Stage, "matrix");
    EXPECT_EQ(controller.document()->draft().stages[0].label, "matrix");
    EXPECT_EQ(controller.document()->draft().substages[0].label, "cublas");
    EXPECT_FALSE(model->flags(model->index(0, MappingModel::Substage)) & Qt::ItemIsEditable);
}

TEST_F(MappingModelTest, savingKeepsAnExistingMappingUnlessToldToReplaceIt)
{
    type(0, MappingModel::Stage, "matrix");
    ASSERT_TRUE(controller.saveMapping("own", "one", false));
    EXPECT_FALSE(controller.document()->isModified());
    type(0, MappingModel::Stage, "other name");
    EXPECT_FALSE(controller.saveMapping("own", "one", false));
    EXPECT_FALSE(controller.saveMapping("vllm", "llama", false));
    EXPECT_TRUE(controller.document()->isModified());
    EXPECT_EQ(MappingLibrary(folder.path()).find("own/one")->mapping.stages[0].label, "matrix");
    EXPECT_TRUE(controller.saveMapping("own", "one", true));
}

TEST_F(MappingModelTest, aRuleForAKernelTakesTheFunctionsNameOnly)
{
    EXPECT_EQ(regexForKernel("void cutlass::Kernel2<float, 4>(Params)"), "cutlass::Kernel2");
    EXPECT_EQ(regexForKernel("Memcpy HtoD (Pinned -> Device)"), "Memcpy HtoD \\(Pinned -> Device\\)");
    EXPECT_EQ(regexForKernel("triton_red_fused_0.1"), "triton_red_fused_0\\.1");
    for (const char *name : {"a*b", "f(x)", "[CUDA memset]", "k$0|1"})
        EXPECT_TRUE(compilePythonRegex(regexForKernel(name)).regex.match(QString::fromUtf8(name)).hasMatch()) << name;
}

TEST_F(MappingModelTest, undoOfANewRuleBringsBackTheNumbersOfTheOthers)
{
    test::RunMaker maker;
    maker.kernel("7", 0, 60'000, "gemm_a");
    maker.kernel("7", 60'000, 40'000, "attn_fwd");
    session.add(maker.finish());
    const auto settle = [this] { ASSERT_TRUE(QTest::qWaitFor([this] { return !controller.isBusy(); })); };
    settle();
    const auto shown = [this] {
        QStringList texts;
        for (int row = 0; row < model->rowCount(); ++row)
            for (const int column : {MappingModel::Names, MappingModel::Time, MappingModel::Notes})
                texts << model->index(row, column).data().toString();
        return texts;
    };
    const QStringList before = shown();
    model->insert(1, {"attn_fwd", "new", "new"});
    settle();
    EXPECT_NE(shown(), before);
    controller.document()->undoStack()->undo();
    settle();
    EXPECT_EQ(shown(), before);
}

TEST_F(MappingModelTest, namingTheStageOfANewRuleNamesItsSubstageToo)
{
    model->insert(0, {"k", MappingModel::newLabel, MappingModel::newLabel});
    type(0, MappingModel::Stage, "heads");
    EXPECT_EQ(model->rule(0).substage, "heads");
    type(0, MappingModel::Stage, "tails");
    EXPECT_EQ(model->rule(0).substage, "heads") << "only while it has no name";
    controller.document()->undoStack()->undo();
    controller.document()->undoStack()->undo();
    EXPECT_EQ(model->rule(0).substage, "new") << "one step to undo";
}

TEST_F(MappingModelTest, aRuleForAKernelTakesNoOtherKernelOfTheRun)
{
    const std::vector<std::string_view> names{
        "void cutlass::Kernel2<cutlass_80_tensorop_s1688gemm_128x64>(Params)",
        "void cutlass::Kernel2<cutlass_80_tensorop_s1688gemm_128x64_nn>(Params)",
        "void cutlass::Kernel2<cutlass_80_wmma_tensorop>(Params)",
        "gemm_1",
        "gemm_10",
        "void at::reduce<4>(float *)",
        "void at::reduce<4>(float *)",
        "softmax",
    };
    for (const std::string_view name : names) {
        const std::string regex = regexForKernel(name, names);
        for (const std::string_view other : names)
            EXPECT_EQ(compilePythonRegex(regex).regex.match(QString::fromUtf8(other.data(), other.size())).hasMatch(),
                      other == name)
                << regex << " and " << other;
    }
    EXPECT_EQ(regexForKernel(names[2], names), "cutlass::Kernel2<cutlass_80_wmma_tensorop");
    EXPECT_EQ(regexForKernel(names[5], names), "at::reduce") << "its function is enough";
}

} // namespace
