#include "core/model/eventtext.h"
#include "core/readers/chrome/chrometext.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QTemporaryDir>

#include <zlib.h>

#include <nlohmann/json.hpp>

namespace ws::tst_eventtext {
namespace {

class EventText : public testing::Test
{
protected:
    QString write(std::string_view content, const char *name = "a.json")
    {
        const QString path = m_folder.filePath(QString::fromLatin1(name));
        QFile file(path);
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(content.data(), static_cast<qint64>(content.size()));
        return path;
    }
    QString writeGzip(std::string_view content)
    {
        const QString path = m_folder.filePath(QStringLiteral("a.json.gz"));
        gzFile file = gzopen(path.toLocal8Bit().constData(), "wb");
        gzwrite(file, content.data(), static_cast<unsigned>(content.size()));
        gzclose(file);
        return path;
    }
    static std::shared_ptr<const ws::Run> load(const QString &path)
    {
        Progress progress;
        auto loaded = loadRun(path, progress);
        EXPECT_TRUE(loaded.ok()) << loaded.error().text().toStdString();
        return loaded.ok() ? *loaded : nullptr;
    }
    /// The args' member "note" of the only slice called `name`.
    static std::string note(const ws::Run &run, const char *name)
    {
        for (uint32_t l = 0; l < run.timeline.lanes.size(); ++l)
            for (uint32_t i = 0; i < run.timeline.lanes[l].size(); ++i)
                if (run.text(run.timeline.lanes[l].name[i]) == name) {
                    const auto event = eventJson(run, {l, i});
                    return event ? event->at("args").at("note").get<std::string>()
                                 : "error: " + event.error().message.toStdString();
                }
        return "no such slice";
    }
    QTemporaryDir m_folder;
};

constexpr std::string_view twoEvents = R"({"traceEvents":[
{"ph":"X","cat":"cpu_op","name":"first","pid":1,"tid":1,"ts":1,"dur":2,"args":{"note":"one {brace} and \"quote\""}},
{"ph":"X","cat":"cpu_op","name":"second","pid":1,"tid":1,"ts":5,"dur":2,"args":{"note":"two","shape":[[1,2],[3]]}}
]})";

TEST_F(EventText, argsOfAPlainFileAreReadAtTheEventsPlace)
{
    const auto run = load(write(twoEvents));
    EXPECT_EQ(note(*run, "first"), "one {brace} and \"quote\"");
    EXPECT_EQ(note(*run, "second"), "two");
}

TEST_F(EventText, argsInsideGzipAreReadToo)
{
    const auto run = load(writeGzip(twoEvents));
    EXPECT_EQ(note(*run, "second"), "two");
}

TEST_F(EventText, anEventLargerThanTheFirstPieceIsReadWhole)
{
    std::string json(twoEvents);
    json.replace(json.find("two"), 3, std::string(200'000, 'x'));
    EXPECT_EQ(note(*load(write(json)), "second").size(), 200'000U);
}

TEST_F(EventText, controlCharactersBadEscapesAndBadUtf8AreMended)
{
    std::string json(twoEvents);
    json.replace(json.find("two"), 3, "a\tb\\qc\xff");
    EXPECT_EQ(note(*load(write(json)), "second"), "a\tb\\qc\xef\xbf\xbd");
}

TEST_F(EventText, numbersBeyondADoubleOr64BitsAndWordsThatAreNoneAreReadAsTheyStand)
{
    const auto run = load(write(
        R"([{"ph":"X","name":"a","ts":1,"dur":2,"args":{"far":1e400,"id":123456789012345678901234567890,"most":18446744073709551615,)"
        R"("least":-9223372036854775808,"less":-9223372036854775809,"occupancy":nan,"part":[-Infinity,1.5,0x10],"t":true,"note":"kept"}}])"));
    ASSERT_TRUE(run);
    const auto event = eventJson(*run, {0, 0});
    ASSERT_TRUE(event.ok());
    const auto &args = event->at("args");
    EXPECT_EQ(args.at("far"), "1e400");
    EXPECT_EQ(args.at("id"), "123456789012345678901234567890");
    EXPECT_EQ(args.at("most"), 18446744073709551615U);
    EXPECT_EQ(args.at("least"), INT64_MIN);
    EXPECT_EQ(args.at("less"), "-9223372036854775809");
    EXPECT_EQ(args.at("occupancy"), "nan");
    EXPECT_EQ(args.at("part").dump(), R"(["-Infinity",1.5,"0x10"])");
    EXPECT_EQ(args.at("t"), true);
    EXPECT_EQ(args.at("note"), "kept");
}

TEST_F(EventText, argumentsNestedAHundredThousandDeepAreCutWhereTheyGetTooDeep)
{
    const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
    const auto run =
        load(write(R"([{"ph":"X","name":"a","ts":1,"dur":2,"args":{"deep":)" + deep + R"(,"note":"kept"}}])"));
    ASSERT_TRUE(run);
    EXPECT_EQ(note(*run, "a"), "kept");
    const auto event = eventJson(*run, {0, 0});
    ASSERT_TRUE(event.ok());
    EXPECT_LT(event->dump(2).size(), 20'000u);
}

TEST_F(EventText, aChangedFileIsSaidToHaveChanged)
{
    const QString path = write(twoEvents);
    const auto run = load(path);
    write(std::string(twoEvents).append(1, ' '));
    EXPECT_NE(note(*run, "second").find("changed"), std::string::npos) << note(*run, "second");
}

TEST_F(EventText, aRemovedFileIsNotFound)
{
    const QString path = write(twoEvents);
    const auto run = load(path);
    QFile::remove(path);
    const auto event = eventJson(*run->seek, 0);
    ASSERT_FALSE(event.ok());
    EXPECT_EQ(event.error().kind, ErrorKind::NotFound);
}

TEST_F(EventText, aPlaceWithoutAnObjectIsMalformed)
{
    const auto run = load(write(twoEvents));
    const auto event = eventJson(*run->seek, 3);
    ASSERT_FALSE(event.ok());
    EXPECT_EQ(event.error().kind, ErrorKind::Malformed);
    EXPECT_EQ(event.error().offset, 3);
}

} // namespace
} // namespace ws::tst_eventtext
