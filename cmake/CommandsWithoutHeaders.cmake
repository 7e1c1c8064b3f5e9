# SPDX-License-Identifier: Apache-2.0
# Writes TO/compile_commands.json: that of FROM without the precompiled headers, which g++ makes and
# only g++ can read.
file(READ ${FROM}/compile_commands.json commands)
string(REGEX REPLACE " (-Winvalid-pch )?-include [^ ]*/cmake_pch\\.hxx" "" commands "${commands}")
file(WRITE ${TO}/compile_commands.json "${commands}")
