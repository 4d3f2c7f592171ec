// args(SLICE): what the file says of one event, a row for each argument. Nothing of it is held in memory: the text is
// read again from the file.

#include "core/report/sql/virtualtable.h"

#include "core/model/eventtext.h"

#include <nlohmann/json.hpp>
#include <sqlite3.h>

#include <new>

namespace ws {
namespace {

enum ArgsColumn { Key, Value, Type, OfSlice };

struct ArgsTable : sqlite3_vtab
{
    SqlModuleState *state = nullptr;
    SqlRun *run = nullptr;
};

struct ArgsCursor : sqlite3_vtab_cursor
{
    nlohmann::ordered_json arguments = nlohmann::ordered_json::object();
    nlohmann::ordered_json::const_iterator at = arguments.end();
    sqlite3_int64 slice = 0, row = 0;
};

int connectArgs(sqlite3 *database, void *client, int count, const char *const *arguments, sqlite3_vtab **made, char **)
{
    auto &state = *static_cast<SqlModuleState *>(client);
    const SqlRunTables *tables = count == 4 ? runOfArgument(state, arguments[3]) : nullptr;
    if (!tables)
        return SQLITE_ERROR;
    if (const int code = sqlite3_declare_vtab(database, "CREATE TABLE x(key TEXT, value, type TEXT, slice HIDDEN)"))
        return code;
    sqlite3_vtab_config(database, SQLITE_VTAB_INNOCUOUS);
    auto *table = new (std::nothrow) ArgsTable;
    if (!table)
        return SQLITE_NOMEM;
    table->state = &state;
    table->run = tables->run.get();
    *made = table;
    return SQLITE_OK;
}

int disconnectArgs(sqlite3_vtab *table)
{
    delete static_cast<ArgsTable *>(table);
    return SQLITE_OK;
}

int bestArgsIndex(sqlite3_vtab *table, sqlite3_index_info *info)
{
    info->estimatedCost = 1e12;
    for (int i = 0; i < info->nConstraint; ++i) {
        const auto &constraint = info->aConstraint[i];
        if (constraint.iColumn != OfSlice || constraint.op != SQLITE_INDEX_CONSTRAINT_EQ)
            continue;
        if (!constraint.usable)
            return SQLITE_CONSTRAINT;
        info->aConstraintUsage[i] = {1, 1};
        info->estimatedCost = 10'000;
        info->estimatedRows = 10;
        info->idxNum = 1;
        return SQLITE_OK;
    }
    table->zErrMsg = sqlite3_mprintf("args needs the id of a slice: args(gpu.slice)");
    return SQLITE_ERROR;
}

int openArgs(sqlite3_vtab *, sqlite3_vtab_cursor **made)
{
    *made = new (std::nothrow) ArgsCursor;
    return *made ? SQLITE_OK : SQLITE_NOMEM;
}

int closeArgs(sqlite3_vtab_cursor *cursor)
{
    delete static_cast<ArgsCursor *>(cursor);
    return SQLITE_OK;
}

int readArgs(ArgsTable &table, ArgsCursor &cursor)
{
    const Run &run = table.run->run();
    const auto fail = [&](const std::string &why) {
        sqlite3_free(table.zErrMsg);
        table.zErrMsg = sqlite3_mprintf("args: %s", why.c_str());
        return SQLITE_ERROR;
    };
    if (run.eventText && !run.eventText->isNear())
        return fail("the events of a file on another machine cannot be read by a query");
    auto event = eventJson(run, table.run->slice(size_t(cursor.slice)));
    if (!event)
        return fail(event.error().text().toStdString());
    const auto found = event->is_object() ? event->find("args") : event->end();
    cursor.arguments = found != event->end() && found->is_object() ? std::move(*found) : std::move(*event);
    cursor.at = cursor.arguments.begin();
    return SQLITE_OK;
}

int filterArgs(sqlite3_vtab_cursor *base, int, const char *, int count, sqlite3_value **values)
{
    auto &cursor = *static_cast<ArgsCursor *>(base);
    auto &table = *static_cast<ArgsTable *>(base->pVtab);
    cursor.arguments = nlohmann::ordered_json::object();
    cursor.at = cursor.arguments.end();
    cursor.row = 0;
    if (table.state->progress && table.state->progress->isCancelled())
        return SQLITE_INTERRUPT;
    if (count != 1 || sqlite3_value_type(values[0]) != SQLITE_INTEGER)
        return SQLITE_OK;
    cursor.slice = sqlite3_value_int64(values[0]);
    if (cursor.slice < 0 || uint64_t(cursor.slice) >= table.run->slices())
        return SQLITE_OK;
    try {
        return readArgs(table, cursor);
    } catch (const std::exception &) {
        return SQLITE_NOMEM;
    }
}

int nextArgs(sqlite3_vtab_cursor *base)
{
    auto &cursor = *static_cast<ArgsCursor *>(base);
    ++cursor.at;
    ++cursor.row;
    return SQLITE_OK;
}

int argsAtEnd(sqlite3_vtab_cursor *base)
{
    const auto &cursor = *static_cast<ArgsCursor *>(base);
    return cursor.at == cursor.arguments.end();
}

void giveArgument(sqlite3_context *context, const std::string &text)
{
    sqlite3_result_text64(context, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

void giveValue(sqlite3_context *context, const nlohmann::ordered_json &value)
{
    if (value.is_number_unsigned() && value.get<uint64_t>() > uint64_t(INT64_MAX))
        giveArgument(context, std::to_string(value.get<uint64_t>()));
    else if (value.is_number_integer())
        sqlite3_result_int64(context, value.get<int64_t>());
    else if (value.is_number())
        sqlite3_result_double(context, value.get<double>());
    else if (value.is_boolean())
        sqlite3_result_int(context, value.get<bool>());
    else if (value.is_string())
        giveArgument(context, value.get_ref<const std::string &>());
    else if (!value.is_null())
        giveArgument(context, value.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

int argsColumn(sqlite3_vtab_cursor *base, sqlite3_context *context, int column)
{
    const auto &cursor = *static_cast<ArgsCursor *>(base);
    try {
        if (column == OfSlice)
            sqlite3_result_int64(context, cursor.slice);
        else if (column == Value)
            giveValue(context, cursor.at.value());
        else
            giveArgument(context, column == Key ? cursor.at.key() : std::string(cursor.at.value().type_name()));
    } catch (const std::exception &) {
        sqlite3_result_error_nomem(context);
    }
    return SQLITE_OK;
}

int argsRowid(sqlite3_vtab_cursor *base, sqlite3_int64 *row)
{
    const auto &cursor = *static_cast<ArgsCursor *>(base);
    *row = cursor.slice << 16 | (cursor.row & 0xffff);
    return SQLITE_OK;
}

} // namespace

int registerArguments(sqlite3 *database, SqlModuleState &state)
{
    static const sqlite3_module theModule = [] {
        sqlite3_module m{};
        m.iVersion = 1;
        m.xCreate = m.xConnect = connectArgs;
        m.xDisconnect = m.xDestroy = disconnectArgs;
        m.xBestIndex = bestArgsIndex;
        m.xOpen = openArgs;
        m.xClose = closeArgs;
        m.xFilter = filterArgs;
        m.xNext = nextArgs;
        m.xEof = argsAtEnd;
        m.xColumn = argsColumn;
        m.xRowid = argsRowid;
        return m;
    }();
    return sqlite3_create_module_v2(database, "warpscope_args", &theModule, &state, nullptr);
}

} // namespace ws
