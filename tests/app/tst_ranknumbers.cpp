#include "app/window/ranknumbers.h"

#include <gtest/gtest.h>

#include <QLabel>

namespace ws {
namespace {

QStringList labelsOf(const std::vector<std::string> &files)
{
    auto job = std::make_shared<RankJob>();
    for (const std::string &file : files) {
        auto digest = std::make_shared<RankDigest>();
        digest->file = file;
        job->ranks.push_back(digest);
    }
    const RankNumbers dialog(job, nullptr);
    QStringList labels;
    for (const QLabel *label : dialog.findChildren<QLabel *>())
        if (!label->text().isEmpty())
            labels << label->text();
    return labels;
}

TEST(RankNumbers, filesAreNamedByWhatTellsThemApart)
{
    EXPECT_EQ(labelsOf({"/runs/job/a.json", "/runs/job/b.json"}),
              (QStringList{QStringLiteral("a.json"), QStringLiteral("b.json")}));
    EXPECT_EQ(labelsOf({"/runs/job/rank0/trace.json", "/runs/job/rank1/trace.json"}),
              (QStringList{QStringLiteral("rank0/trace.json"), QStringLiteral("rank1/trace.json")}));
}

} // namespace
} // namespace ws
