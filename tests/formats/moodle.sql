-- SPDX-License-Identifier: Apache-2.0
-- written from the source
-- lock: cron_core_cron
-- owner: 0d5e8bd2-a7e3-11ee-8c90-0242ac120002
-- ttl: 600
-- free: cron_idle
-- part: table
CREATE TABLE mdl_lock_db (id BIGINT NOT NULL auto_increment, resourcekey VARCHAR(255) NOT NULL DEFAULT '', expires BIGINT, owner VARCHAR(36), PRIMARY KEY (id), UNIQUE KEY (resourcekey), KEY (expires), KEY(owner));
-- part: held
INSERT INTO mdl_lock_db (resourcekey, expires, owner) VALUES ('cron_core_cron', UNIX_TIMESTAMP() + 600, '0d5e8bd2-a7e3-11ee-8c90-0242ac120002'), ('cron_idle', NULL, NULL);
-- part: take
UPDATE mdl_lock_db SET expires = UNIX_TIMESTAMP() + 600, owner = '11111111-a7e3-11ee-8c90-0242ac120002' WHERE resourcekey = 'cron_core_cron' AND (owner IS NULL OR expires < UNIX_TIMESTAMP());
-- part: next
UPDATE mdl_lock_db SET expires = UNIX_TIMESTAMP() + 600, owner = '11111111-a7e3-11ee-8c90-0242ac120002' WHERE resourcekey = 'cron_core_cron';
