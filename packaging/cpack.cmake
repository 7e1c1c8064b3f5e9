# SPDX-License-Identifier: Apache-2.0
# `cpack` in a build directory of the release preset makes the .deb.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME lockmaster)
set(CPACK_PACKAGE_VENDOR "The Lockmaster developers")
set(CPACK_PACKAGE_CONTACT "The Lockmaster developers <lockmaster@lockmaster.example>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "lock monitor for MySQL, MariaDB and Redis")
set(CPACK_PACKAGE_DESCRIPTION
"Lockmaster shows the live locks of a system in one window, and in a shell
through lockctl: lock tables, leader tables, MySQL user-level locks, Redis
string locks and Redisson locks. For each it says who holds it, how long it
will last, who waits, and what is wrong with it.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION database)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Loaded at run time, so the linker does not know of it.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libqt6sql6-mysql, libqt6sql6-sqlite, qt6-translations-l10n")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "mariadb-server, redis-server, ca-certificates, openssh-client")
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
include(CPack)
