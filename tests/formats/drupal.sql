-- SPDX-License-Identifier: Apache-2.0
-- written from the source
-- lock: cron
-- owner: 19384756965f1c2a77e8b4d1.23456789
-- ttl: 600
-- renew: UPDATE semaphore SET expire = expire + 300 WHERE name = 'cron'
-- part: table
CREATE TABLE semaphore (name varchar(255) CHARACTER SET ascii NOT NULL DEFAULT '', value varchar(255) CHARACTER SET ascii NOT NULL DEFAULT '', expire double NOT NULL, PRIMARY KEY (name), KEY value (value), KEY expire (expire));
-- part: held
INSERT INTO semaphore VALUES ('cron', '19384756965f1c2a77e8b4d1.23456789', UNIX_TIMESTAMP(NOW(6)) + 600);
-- part: take
INSERT IGNORE INTO semaphore VALUES ('cron', '00000000965f1c2a77e8b4d1.23456789', UNIX_TIMESTAMP(NOW(6)) + 600);
-- part: next
UPDATE semaphore SET value = '00000000965f1c2a77e8b4d1.23456789';
