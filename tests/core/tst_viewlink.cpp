// View links: what is written is read again; a damaged or hostile one gets a message that names its part.

#include "core/session/viewlink.h"

#include <gtest/gtest.h>

namespace ws::test {
namespace {

ViewLink wholeLink()
{
    ViewLink link;
    link.fileName = QStringLiteral("my run & co=1 (50%).json.gz");
    link.sha256 = QString(64, u'c');
    link.size = 1234;
    link.range = TimeRange{-5, 15'200'000};
    link.visible = TimeRange{-100, -20};
    link.steps = {StepSource::Pattern, QStringLiteral("^iter \\d+ (?P<phase>a|b)&x")};
    link.step = 17;
    link.slice = SliceAddress{TrackKind::GpuStream, "0", "7", 100, 50, "void gemm<float, 3>(int&)", false};
    link.panel = QStringLiteral("kernels");
    return link;
}

std::string problem(const QString &text)
{
    const auto link = parseViewLink(text);
    EXPECT_FALSE(link) << text.toStdString();
    return link ? std::string() : link.error().message.toStdString();
}

TEST(ViewLink, isReadAsItWasWritten)
{
    const QString text = viewLinkText(wholeLink());
    EXPECT_TRUE(isViewLink(text));
    EXPECT_FALSE(text.contains(u' ')) << "chats end a link at a blank";
    const auto link = parseViewLink(QStringLiteral("  %1\n").arg(text));
    ASSERT_TRUE(link) << link.error().message.toStdString();
    EXPECT_EQ(*link, wholeLink());
}

TEST(ViewLink, aLongNameIsCutAndStillFindsItsSlice)
{
    ViewLink link = wholeLink();
    link.slice->name = std::string(199, 'x') + "时" + std::string(70'000, 'y');
    const auto read = parseViewLink(viewLinkText(link));
    ASSERT_TRUE(read);
    EXPECT_EQ(read->slice->name, std::string(199, 'x')) << "no half character";
    EXPECT_TRUE(read->slice->isNameCut);
    link.slice->name = "gemm\xff";
    const auto invalid = parseViewLink(viewLinkText(link));
    ASSERT_TRUE(invalid);
    EXPECT_EQ(invalid->slice->name, "gemm");
}

TEST(ViewLink, unknownPartsAreIgnored)
{
    EXPECT_EQ(*parseViewLink(viewLinkText(wholeLink()) + QStringLiteral("&zoom=3")), wholeLink());
}

TEST(ViewLink, aDamagedOneSaysWhich)
{
    const QString good = QStringLiteral("warpscope:view?file=a.json&sha256=") + QString(64, u'0');
    ASSERT_TRUE(parseViewLink(good));
    EXPECT_NE(problem(QStringLiteral("https://example.com")).find("warpscope:view?"), std::string::npos);
    EXPECT_NE(problem(QStringLiteral("warpscope:delete?file=a")).find("warpscope:view?"), std::string::npos);
    EXPECT_NE(problem(good.left(good.size() - 1)).find("“sha256”"), std::string::npos);
    EXPECT_NE(problem(QStringLiteral("warpscope:view?sha256=") + QString(64, u'0')).find("“file”"), std::string::npos);
    for (const char *name : {"..", "%2e%2e%2fetc%2fpasswd", "C:\\a", "/etc/passwd", ""})
        EXPECT_NE(
            problem(QStringLiteral("warpscope:view?file=%1&sha256=%2").arg(QLatin1String(name), QString(64, u'0')))
                .find("“file”"),
            std::string::npos)
            << name;
    const std::pair<const char *, const char *> wrong[] = {
        {"range=5-5", "range"},
        {"range=9-5", "range"},
        {"range=5", "range"},
        {"range=a-b", "range"},
        {"range=0-99999999999999999999", "range"},
        {"step=-1", "step"},
        {"step=4294967295", "step"},
        {"size=x", "size"},
        {"pattern=(", "pattern"},
        {"pattern=a&anchor=b", "anchor"},
        {"row=sky", "row"},
        {"row=gpu&start=", "start"},
        {"tab=%zz", "tab"},
        {"tab=%f", "tab"},
        {"tab=%ff", "tab"},
        {"file=b.json", "file"},
        {"=3", "=3"},
    };
    for (const auto &[part, key] : wrong)
        EXPECT_NE(problem(good + u'&' + QLatin1String(part)).find("“" + std::string(key) + "”"), std::string::npos)
            << part;
    EXPECT_NE(problem(good + u'&' + QString(10'000, u'x')).find("8192"), std::string::npos);
}

} // namespace
} // namespace ws::test
