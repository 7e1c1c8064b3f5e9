-- SPDX-License-Identifier: Apache-2.0
-- written from the source
-- lock: alerting migration
-- owner: none
-- ttl: none
-- age: 60
-- free: delete old login attempts
-- untouched: SELECT GROUP_CONCAT(operation_uid ORDER BY id) FROM server_lock WHERE id <> 1
-- part: table
CREATE TABLE server_lock (id BIGINT(20) PRIMARY KEY AUTO_INCREMENT NOT NULL, operation_uid VARCHAR(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci NOT NULL, version BIGINT(20) NOT NULL, last_execution BIGINT(20) NOT NULL, UNIQUE INDEX UQE_server_lock_operation_uid (operation_uid)) ENGINE=InnoDB DEFAULT CHARSET utf8mb4 COLLATE utf8mb4_unicode_ci;
-- part: held
INSERT INTO server_lock (operation_uid, version, last_execution) VALUES ('alerting migration', 0, UNIX_TIMESTAMP() - 60), ('delete old login attempts', 4, UNIX_TIMESTAMP() - 60), ('never run', 0, 0);
-- part: take
INSERT IGNORE INTO server_lock (operation_uid, last_execution, version) VALUES ('alerting migration', UNIX_TIMESTAMP(), 0);
-- part: next
UPDATE server_lock SET last_execution = UNIX_TIMESTAMP() WHERE id = 1;
