# SPDX-License-Identifier: Apache-2.0
# `./dev package` makes the .debs: lockctl for servers, which has no widgets in it, the window, the
# laboratory of both, and what they share.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME lockmaster)
set(CPACK_PACKAGE_VENDOR "The Lockmaster developers")
set(CPACK_PACKAGE_CONTACT "The Lockmaster developers <lockmaster@lockmaster.example>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION database)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS ON)
set(CPACK_COMPONENTS_ALL common lockctl lockmaster lab)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

set(about "Lockmaster shows the live locks of a system: lock tables of many libraries,
leader tables, MySQL user-level locks, Redis string locks and Redisson locks.
For each it says who holds it, how long it will last, who waits, and what is
wrong with it.")

set(CPACK_DEBIAN_COMMON_PACKAGE_NAME lockmaster-common)
set(CPACK_DEBIAN_COMMON_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_COMMON_DESCRIPTION "lock monitor for MySQL, MariaDB and Redis: what its programs share
${about}
This package has its guide.")
# Qt loads its drivers at run time, so the linker does not know of them.
set(CPACK_DEBIAN_COMMON_PACKAGE_DEPENDS "libqt6sql6-mysql, libqt6sql6-sqlite")
set(CPACK_DEBIAN_COMMON_PACKAGE_RECOMMENDS "ca-certificates, openssh-client")

set(CPACK_DEBIAN_LOCKCTL_PACKAGE_NAME lockctl)
set(CPACK_DEBIAN_LOCKCTL_DESCRIPTION "lock monitor for MySQL, MariaDB and Redis, in a shell
${about}
This package has the command line, for people, scripts and monitoring, and a
service that serves metrics to Prometheus. It needs no display.")
set(CPACK_DEBIAN_LOCKCTL_PACKAGE_SUGGESTS "lockmaster, lockmaster-lab")
set(CPACK_COMPONENT_LOCKCTL_DEPENDS common)

set(CPACK_DEBIAN_LOCKMASTER_PACKAGE_NAME lockmaster)
set(CPACK_DEBIAN_LOCKMASTER_DESCRIPTION "lock monitor for MySQL, MariaDB and Redis, in a window
${about}
This package has the window.")
set(CPACK_DEBIAN_LOCKMASTER_PACKAGE_DEPENDS "qt6-translations-l10n")
set(CPACK_DEBIAN_LOCKMASTER_PACKAGE_RECOMMENDS "lockmaster-lab, lockctl, qt6-wayland")
set(CPACK_COMPONENT_LOCKMASTER_DEPENDS common)

set(CPACK_DEBIAN_LAB_PACKAGE_NAME lockmaster-lab)
set(CPACK_DEBIAN_LAB_DESCRIPTION "lock monitor for MySQL, MariaDB and Redis: sandbox and experiments
${about}
This package has what the sandbox and the experiments of lockmaster and
lockctl run: candidates of elections, and clients that take and lose locks, on
private servers that they start themselves.")
set(CPACK_DEBIAN_LAB_PACKAGE_RECOMMENDS "mariadb-server, redis-server")
set(CPACK_COMPONENT_LAB_DEPENDS common)

include(CPack)
