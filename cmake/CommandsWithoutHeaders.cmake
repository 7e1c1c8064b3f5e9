# SPDX-License-Identifier: Apache-2.0
# Writes TO/compile_commands.json: that of FROM without the precompiled headers, which g++ makes and
# only g++ can read, and without the sources that Qt's tools write.
file(READ ${FROM}/compile_commands.json commands)
string(REGEX REPLACE " (-Winvalid-pch )?-include [^ ]*/cmake_pch\\.hxx" "" commands "${commands}")
string(REGEX REPLACE "{[^{}]*\"file\": \"[^\"]*(_autogen|\\.rcc)/[^\"]*\"[^{}]*},?" "" commands "${commands}")
string(REGEX REPLACE ",[ \n]*\\]" "\n]" commands "${commands}")
file(WRITE ${TO}/compile_commands.json "${commands}")
