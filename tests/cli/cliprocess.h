#pragma once
// Runs the built warpscope-cli as a process, on files written for one test.

#include <QTemporaryDir>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace ws::test {

struct CliOutput
{
    int exitCode = -1; ///< -1: it did not run, or it crashed
    std::string out, err;

    nlohmann::json json() const { return nlohmann::json::parse(out, nullptr, false); }
};

CliOutput cli(const std::vector<std::string> &arguments);
std::string readAll(const std::string &path); ///< the file's bytes; empty: it cannot be read

class CliTest : public testing::Test
{
protected:
    /// Path of a file with that content.
    std::string file(const std::string &name, std::string_view content) const;
    std::string path(const std::string &name) const { return m_folder.path().toStdString() + '/' + name; }

    QTemporaryDir m_folder;
};

} // namespace ws::test
