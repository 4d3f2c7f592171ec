// Every text of core, widgets and app has its translation, and the program finds it in the context that lupdate files
// it under.
#include "app/apptexts.h"
#include "app/window/appearance.h"
#include "app/window/runviews.h"
#include "core/base/texts.h"
#include "core/readers/formats.h"
#include "paths.h"
#include "tests/support/mainwindowtest.h"
#include "widgets/panels/search/searchbar.h"
#include "widgets/toolkit/viewtexts.h"

#include <gtest/gtest.h>

#include <QDirIterator>
#include <QFile>
#include <QLibraryInfo>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTranslator>
#include <QXmlStreamReader>

#include <map>
#include <set>

namespace ws {
namespace {

const QString sourceFolder = QStringLiteral(WARPSCOPE_SOURCE_DIR);
const QString chineseFile = sourceFolder + QStringLiteral("/translations/warpscope_zh_CN.ts");

struct Message
{
    QString context, source, comment, translation;
    bool isPlural = false, isUnfinished = false;
};

std::vector<Message> messagesOf(const QString &path)
{
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << path.toStdString();
    QXmlStreamReader xml(&file);
    std::vector<Message> messages;
    QString context;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (xml.name() == QLatin1String("name")) {
            context = xml.readElementText();
        } else if (xml.name() == QLatin1String("message")) {
            messages.push_back({context, {}, {}, {}});
            messages.back().isPlural = xml.attributes().hasAttribute(QLatin1String("numerus"));
        } else if (xml.name() == QLatin1String("source")) {
            messages.back().source = xml.readElementText();
        } else if (xml.name() == QLatin1String("comment")) {
            messages.back().comment = xml.readElementText();
        } else if (xml.name() == QLatin1String("translation")) {
            messages.back().isUnfinished = xml.attributes().hasAttribute(QLatin1String("type"));
            messages.back().translation = xml.readElementText(QXmlStreamReader::IncludeChildElements);
        }
    }
    EXPECT_FALSE(xml.hasError()) << path.toStdString();
    return messages;
}

std::set<std::string> keysOf(const std::vector<Message> &messages)
{
    std::set<std::string> keys;
    for (const Message &m : messages)
        keys.insert((m.context + QStringLiteral(": ") + m.source + QStringLiteral(" | ") + m.comment).toStdString());
    return keys;
}

std::string differenceOf(const std::set<std::string> &all, const std::set<std::string> &without)
{
    std::string missing;
    for (const std::string &key : all)
        if (!without.contains(key))
            missing += key + '\n';
    return missing;
}

/// The sources of core, widgets and app, by path.
std::map<std::string, QString> sources()
{
    std::map<std::string, QString> texts;
    for (const char *folder : {"core", "widgets", "app"}) {
        QDirIterator files(sourceFolder + u'/' + QLatin1String(folder),
                           {QStringLiteral("*.h"), QStringLiteral("*.cpp")}, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            if (file.open(QIODevice::ReadOnly))
                texts[file.fileName().toStdString()] = QString::fromUtf8(file.readAll());
        }
    }
    return texts;
}

class Translations : public testing::Test
{
protected:
    Translations() { applyLanguage(QStringLiteral("zh_CN")); }
    ~Translations() override
    {
        test::backToEnglish();
    }
};

TEST_F(Translations, areThoseOfTheTextsInTheSources)
{
    QTemporaryDir folder;
    const QString collected = folder.filePath(QStringLiteral("warpscope_zh_CN.ts"));
    QProcess lupdate;
    lupdate.setWorkingDirectory(sourceFolder);
    lupdate.setProcessChannelMode(QProcess::MergedChannels);
    lupdate.start(QLibraryInfo::path(QLibraryInfo::BinariesPath) + QStringLiteral("/lupdate"),
                  {QStringLiteral("-I"), QStringLiteral("."), QStringLiteral("-locations"), QStringLiteral("none"),
                   QStringLiteral("core"), QStringLiteral("app"), QStringLiteral("widgets"), QStringLiteral("-ts"),
                   collected});
    ASSERT_TRUE(lupdate.waitForFinished()) << lupdate.errorString().toStdString();
    const QByteArray output = lupdate.readAll();
    ASSERT_EQ(lupdate.exitCode(), 0) << output.toStdString();
    EXPECT_FALSE(output.contains("lacks Q_OBJECT")) << output.toStdString();
    EXPECT_FALSE(output.contains("without context")) << output.toStdString();

    const std::set<std::string> inSources = keysOf(messagesOf(collected)), translated = keysOf(messagesOf(chineseFile));
    EXPECT_GT(inSources.size(), 1000u);
    EXPECT_EQ(differenceOf(inSources, translated), "") << "not in translations/: build the target update_translations";
    EXPECT_EQ(differenceOf(translated, inSources), "") << "no longer in the sources";
}

TEST_F(Translations, areCompleteAndFoundInTheirContextAtRunTime)
{
    for (const Message &m : messagesOf(chineseFile)) {
        EXPECT_FALSE(m.isUnfinished) << m.context.toStdString() << ": " << m.source.toStdString();
        const QString found =
            QCoreApplication::translate(m.context.toUtf8(), m.source.toUtf8(), m.comment.toUtf8(), m.isPlural ? 1 : -1);
        const QString expected =
            m.isPlural ? m.translation.trimmed().replace(QLatin1String("%n"), QLatin1String("1")) : m.translation;
        EXPECT_EQ(found.toStdString(), expected.toStdString()) << m.context.toStdString();
    }
}

/// The context that tr() uses at run time is the one that Q_OBJECT or Q_DECLARE_TR_FUNCTIONS gives the class.
TEST_F(Translations, haveContextsThatAClassDeclares)
{
    const auto texts = sources();
    std::set<QString> contexts;
    for (const Message &m : messagesOf(chineseFile))
        contexts.insert(m.context);
    std::set<std::string> missing;
    for (const QString &context : contexts) {
        const QString name = context.section(QStringLiteral("::"), -1);
        const QRegularExpression declared(context.contains(QStringLiteral("::"))
                                              ? QStringLiteral("class %1\\b[^;{]*\\{\\s*Q_OBJECT").arg(name)
                                              : QStringLiteral("Q_DECLARE_TR_FUNCTIONS\\(%1\\)").arg(name));
        if (std::none_of(texts.begin(), texts.end(), [&](const auto &file) { return file.second.contains(declared); }))
            missing.insert(context.toStdString());
    }
    EXPECT_EQ(missing, std::set<std::string>());
}

/// A marked text is looked up by a variable, often in another file of its folder or of one above, so that the compiler
/// cannot tell whether both sides name one context.
TEST_F(Translations, ofMarkedTextsAreLookedUpInTheContextOfTheMark)
{
    static const QRegularExpression mark(QStringLiteral("QT_TRANSLATE_NOOP\\(\\s*\"(\\w+)\""));
    static const QRegularExpression call(QStringLiteral("(?<!QTranslator)::translate\\("));
    const auto texts = sources();
    const auto folderOf = [](const std::string &path) { return path.substr(0, path.rfind('/') + 1); };
    for (const auto &[path, text] : texts) {
        EXPECT_FALSE(text.contains(call)) << path;
        for (auto marks = mark.globalMatch(text); marks.hasNext();) {
            const QString context = marks.next().captured(1);
            const QRegularExpression use(context + QStringLiteral("::tr\\([^\")]"));
            const bool isUsed = std::any_of(texts.begin(), texts.end(), [&](const auto &other) {
                return folderOf(path).starts_with(folderOf(other.first)) && other.second.contains(use);
            });
            EXPECT_TRUE(isUsed) << path << ": " << context.toStdString();
        }
    }
}

TEST_F(Translations, areShownByFreeFunctionsClassesAndErrors)
{
    EXPECT_EQ(RunViews::tr("Selection"), QStringLiteral("选择"));
    EXPECT_EQ(SearchBar::tr("No hits"), QStringLiteral("没有匹配"));
    EXPECT_EQ(Core::tr("there is no such file"), QStringLiteral("没有此文件"));
    EXPECT_EQ(Views::tr("Queue delay"), QStringLiteral("排队延迟"));
    EXPECT_EQ(App::tr("&Light"), QStringLiteral("浅色(&L)"));

    Progress progress;
    const auto document = loadRun(QStringLiteral("/no/such/file.json"), progress);
    ASSERT_FALSE(document.ok());
    EXPECT_EQ(document.error().message, QStringLiteral("没有此文件；请检查路径"));
}

} // namespace
} // namespace ws
