-- SPDX-License-Identifier: Apache-2.0
-- written from the source
-- lock: 845e91831319e89c4d656bdb80c278ac09a7230d61e5dfd2e1b1fbb436ac8917
-- owner: WU0/KEqUeZfPeqLnRDbwXnOn2Ca1GR4Fww1QpxMxG+Q=
-- ttl: 600
-- renew: UPDATE lock_keys SET key_expiration = UNIX_TIMESTAMP() + 900 WHERE key_token = 'WU0/KEqUeZfPeqLnRDbwXnOn2Ca1GR4Fww1QpxMxG+Q='
-- part: table
CREATE TABLE lock_keys (key_id VARCHAR(64) NOT NULL PRIMARY KEY, key_token VARCHAR(44) NOT NULL, key_expiration INTEGER UNSIGNED NOT NULL) COLLATE utf8mb4_bin;
-- part: held
INSERT INTO lock_keys (key_id, key_token, key_expiration) VALUES ('845e91831319e89c4d656bdb80c278ac09a7230d61e5dfd2e1b1fbb436ac8917', 'WU0/KEqUeZfPeqLnRDbwXnOn2Ca1GR4Fww1QpxMxG+Q=', UNIX_TIMESTAMP() + 600);
-- part: take
INSERT IGNORE INTO lock_keys (key_id, key_token, key_expiration) VALUES ('845e91831319e89c4d656bdb80c278ac09a7230d61e5dfd2e1b1fbb436ac8917', 'AAA/KEqUeZfPeqLnRDbwXnOn2Ca1GR4Fww1QpxMxG+Q=', UNIX_TIMESTAMP() + 300);
-- part: next
UPDATE lock_keys SET key_token = 'AAA/KEqUeZfPeqLnRDbwXnOn2Ca1GR4Fww1QpxMxG+Q=', key_expiration = UNIX_TIMESTAMP() + 600;
