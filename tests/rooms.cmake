# SPDX-License-Identifier: Apache-2.0
# Which room may include what; run as `cmake -DROOT=... -P tests/rooms.cmake`. docs/architecture.md
# says why. A room may always include itself.

# Project headers, as regular expressions on the path from the root.
set(domain "^core/domain/" "^core/text/")
set(transport "^core/transport/")
set(sources "^core/sources/")
set(contract "^core/systems/(actioncontext|lockclient|locksystem|registry|releaseticket)\\.h$")

set(may_core_text "^core/domain/")
set(may_core_domain "^core/text/words\\.h$") # what is worded there is of the domain
set(may_core_transport ${domain})
set(may_core_sources ${domain} ${transport})
set(may_core_systems ${domain} ${transport} ${sources} "^core/systems/[^/]+\\.h$")
set(may_core_audit ${domain})
set(may_core_actions ${domain} ${contract} "^core/audit/" "^core/sources/backendreader\\.h$"
    "^core/transport/socketinterrupt\\.h$")
set(may_core_findings ${domain})
set(may_core_leaders ${domain})
set(may_core_monitor ${domain} "^core/findings/" "^core/leaders/"
    "^core/sources/(backendreader|changefeed)\\.h$")
set(may_core_history ${domain} "^core/audit/audit(entry|log)\\.h$"
    "^core/monitor/(backendsnapshot|diff|lockjson|snapshottap)\\.h$")
set(may_core_alerts ${domain} "^core/monitor/(backendsnapshot|filter|lockjson|snapshottap)\\.h$"
    "^core/leaders/leaderwatch\\.h$" "^core/history/history(reader|values)\\.h$"
    "^core/config/(profilefile|secrets)\\.h$")
set(may_core_config ${domain} "^core/monitor/filter\\.h$")
set(may_core_exporter ${domain} "^core/monitor/" "^core/leaders/leaderwatch\\.h$")
set(may_core_lab ${domain} ${transport} ${sources} "^core/systems/" "^core/monitor/" "^core/config/"
    "^core/lab/") # traffic/ is a part of this room
set(ui_core ${domain} "^core/monitor/" "^core/config/" "^core/actions/" "^core/audit/"
    "^core/alerts/(alert|alerttrial|alertwatch)\\.h$" "^core/history/history(actions|export|reader|values)\\.h$"
    "^core/leaders/leader(export|watch)\\.h$" ${contract})
set(may_ui_theme ${domain})
set(ui_lab "^core/lab/(sandbox|labplace|keeper)\\.h$" "^core/lab/(election|contention)/[a-z]+\\.h$")
set(may_ui_models ${ui_core} ${ui_lab} "^ui/theme/")
set(ui_views ${ui_core} ${ui_lab} "^core/sources/backendreader\\.h$" "^ui/")
set(may_ui_delegates ${ui_views})
set(may_ui_views ${ui_views})
set(may_ui_dialogs ${ui_views})
set(may_app ".")

# Qt headers that a room must not touch.
set(widgets "Q(Widget|Label|Dialog|MainWindow|TableView|PushButton|Application|MessageBox|Painter)")
set(network "Q(Tcp|Ssl|Local|Host|Network)[A-Z]")
set(sql "QSql[A-Z]")
set(never_core_domain "QObject$" ${network} ${sql} ${widgets})
set(never_core_transport ${widgets})
set(never_core_history ${network} ${widgets}) # its store is SQLite, through QtSql
set(never_core_alerts ${sql} ${widgets}) # they are told over HTTP
foreach(room sources systems audit actions findings leaders monitor config lab exporter)
    set(never_core_${room} ${network} ${sql} ${widgets})
endforeach()
foreach(room theme models delegates views dialogs)
    set(never_ui_${room} ${network} ${sql})
endforeach()
list(APPEND never_ui_models "QWidget$" "QDialog$" "QMainWindow$" "QTableView$" "QMessageBox$")
set(never_app ${sql} ${network})

function(matches_any text patterns result)
    set(${result} FALSE PARENT_SCOPE)
    foreach(pattern IN LISTS patterns)
        if(text MATCHES "${pattern}")
            set(${result} TRUE PARENT_SCOPE)
            return()
        endif()
    endforeach()
endfunction()

file(GLOB_RECURSE files RELATIVE ${ROOT}
    ${ROOT}/core/*.h ${ROOT}/core/*.cpp ${ROOT}/ui/*.h ${ROOT}/ui/*.cpp
    ${ROOT}/app/*.h ${ROOT}/app/*.cpp)
set(broken 0)
foreach(file IN LISTS files)
    if(file MATCHES "^app/")
        set(room app)
    else()
        string(REGEX REPLACE "^(core|ui)/([^/]+)/.*$" "\\1_\\2" room ${file})
    endif()
    set(own "^(core|ui)/NONE/")
    if(file MATCHES "^(core/systems/[^/]+|(core|ui)/[^/]+)/[^/]+$")
        set(own "^${CMAKE_MATCH_1}/")
    endif()
    if(NOT DEFINED may_${room})
        message(SEND_ERROR "${file}: no rule for the room '${room}' in tests/rooms.cmake")
        continue()
    endif()
    file(STRINGS ${ROOT}/${file} includes REGEX "^#include")
    foreach(include IN LISTS includes)
        set(bad FALSE)
        if(include MATCHES "\"(.+)\"")
            set(header ${CMAKE_MATCH_1})
            if(header MATCHES "^(core|ui|app)/")
                matches_any(${header} "${may_${room}};${own}" allowed)
                if(NOT allowed AND NOT file STREQUAL "core/systems/registry.cpp")
                    set(bad TRUE)
                endif()
            endif()
        elseif(include MATCHES "<(.+)>")
            matches_any(${CMAKE_MATCH_1} "${never_${room}}" bad)
        endif()
        if(bad)
            math(EXPR broken "${broken} + 1")
            message("${file}: ${include}  is not for this room")
        endif()
    endforeach()
    file(STRINGS ${ROOT}/${file} licence LIMIT_COUNT 1)
    if(NOT licence MATCHES "SPDX-License-Identifier: Apache-2.0")
        math(EXPR broken "${broken} + 1")
        message("${file}: the first line is not the SPDX line")
    endif()
endforeach()
list(LENGTH files count)
if(broken OR NOT count)
    message(FATAL_ERROR "${broken} broken rules in ${count} files")
endif()
message(STATUS "${count} files keep to their rooms")
