-- SPDX-License-Identifier: Apache-2.0
-- written from the source
-- lock: files/aaaa
-- owner: none
-- ttl: 3600
-- indistinguishable
-- free: files/cccc
-- over: files/old
-- part: table
CREATE TABLE oc_file_locks (id bigint unsigned auto_increment primary key, `lock` int not null default 0, `key` varchar(64) not null, ttl int not null default -1, unique key lock_key_index (`key`)) COLLATE utf8mb4_bin;
-- part: held
INSERT INTO oc_file_locks (`lock`, `key`, ttl) VALUES (-1, 'files/aaaa', UNIX_TIMESTAMP() + 3600), (0, 'files/cccc', UNIX_TIMESTAMP() + 3600), (1, 'files/old', UNIX_TIMESTAMP() - 3600);
-- part: take
UPDATE oc_file_locks SET `lock` = `lock` + 1, ttl = UNIX_TIMESTAMP() + 3600 WHERE `key` = 'files/aaaa' AND `lock` >= 0;
-- part: next
UPDATE oc_file_locks SET `lock` = -1, ttl = UNIX_TIMESTAMP() + 3601 WHERE `key` = 'files/aaaa';
