// SPDX-License-Identifier: Apache-2.0
#include "core/text/sqlname.h"

#include <QSet>

#include <algorithm>

namespace lockmaster {

namespace {

/** What MySQL or MariaDB, of whatever version from 5.7 and 10.3 on, does not take for a name. */
const QSet<QString> &reservedWords()
{
    static const QSet<QString> words = [] {
        const auto all = QStringLiteral(
            "accessible add all alter analyze and array as asc asensitive before between bigint "
            "binary blob both by call cascade case change char character check collate column "
            "condition constraint continue convert create cross cube cume_dist current_date "
            "current_role current_time current_timestamp current_user cursor database databases "
            "day_hour day_microsecond day_minute day_second dec decimal declare default delayed "
            "delete delete_domain_id dense_rank desc describe deterministic distinct distinctrow "
            "div do_domain_ids double drop dual each else elseif empty enclosed escaped except "
            "exists exit explain external false fetch first_value float float4 float8 for force "
            "foreign from fulltext function general generated get grant group grouping groups "
            "having high_priority hour_microsecond hour_minute hour_second if ignore "
            "ignore_domain_ids ignore_server_ids in index infile inner inout insensitive insert "
            "int int1 int2 int3 int4 int8 integer intersect interval into io_after_gtids "
            "io_before_gtids is iterate join json_table key keys kill lag last_value lateral lead "
            "leading leave left library like limit linear lines load localtime localtimestamp lock "
            "long longblob longtext loop low_priority manual master_bind "
            "master_heartbeat_period master_ssl_verify_server_cert match maxvalue mediumblob "
            "mediumint mediumtext member middleint minute_microsecond minute_second minus mod "
            "modifies natural not no_write_to_binlog nth_value ntile null numeric of offset on "
            "optimize optimizer_costs option optionally or order out outer outfile over "
            "page_checksum parallel parse_vcol_expr partition percent_rank position precision "
            "primary procedure purge qualify range rank read reads read_write real recursive "
            "references ref_system_id regexp release rename repeat replace require resignal "
            "restrict return returning revoke right rlike row row_number rownum rows schema "
            "schemas second_microsecond select sensitive separator set show signal slow smallint "
            "spatial specific sql sqlexception sqlstate sqlwarning sql_big_result "
            "sql_calc_found_rows sql_small_result ssl starting stats_auto_recalc "
            "stats_persistent stats_sample_pages stored straight_join sysdate system table "
            "tablesample terminated then tinyblob tinyint tinytext to trailing trigger true undo "
            "union unique unlock unsigned update usage use using utc_date utc_time "
            "utc_timestamp value values varbinary varchar varcharacter varying vector virtual when "
            "where while window with write xor year_month zerofill");
        const QStringList list = all.split(u' ');
        return QSet<QString>(list.begin(), list.end());
    }();
    return words;
}

bool isPlainPart(QChar c)
{
    return (c >= u'A' && c <= u'Z') || (c >= u'a' && c <= u'z') || (c >= u'0' && c <= u'9')
           || c == u'_';
}

} // namespace

QString inBackticks(QString name)
{
    return u'`' + name.replace(u'`', QStringLiteral("``")) + u'`';
}

QString pastedSqlName(const QString &name, bool behindPoint)
{
    const bool isPlain = !name.isEmpty() && !name.front().isDigit()
                         && std::all_of(name.begin(), name.end(), isPlainPart);
    const bool isName = behindPoint || !reservedWords().contains(name.toLower());
    return isPlain && isName ? name : inBackticks(name);
}

} // namespace lockmaster
