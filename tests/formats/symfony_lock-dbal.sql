-- SPDX-License-Identifier: Apache-2.0
-- recorded: symfony/lock 5.4.53, DoctrineDbalStore
-- lock: 3c304bc21c84147600a54c27b7bccab936b33065bc7ea051a1a9af00e3378ff3
-- owner: yqo+JsUDABQvyIIuM5AitncmNpBafccq5lnSA9wplv0=
-- ttl: 90
-- renew: UPDATE lock_keys SET key_expiration = UNIX_TIMESTAMP() + 120, key_token = 'yqo+JsUDABQvyIIuM5AitncmNpBafccq5lnSA9wplv0=' WHERE key_id = '3c304bc21c84147600a54c27b7bccab936b33065bc7ea051a1a9af00e3378ff3' AND (key_token = 'yqo+JsUDABQvyIIuM5AitncmNpBafccq5lnSA9wplv0=' OR key_expiration <= UNIX_TIMESTAMP())
-- part: table
CREATE TABLE lock_keys (key_id VARCHAR(64) NOT NULL, key_token VARCHAR(44) NOT NULL, key_expiration INT UNSIGNED NOT NULL, PRIMARY KEY(key_id)) DEFAULT CHARACTER SET utf8 COLLATE `utf8_unicode_ci` ENGINE = InnoDB;
-- part: held
INSERT INTO lock_keys (key_id, key_token, key_expiration) VALUES ('3c304bc21c84147600a54c27b7bccab936b33065bc7ea051a1a9af00e3378ff3', 'yqo+JsUDABQvyIIuM5AitncmNpBafccq5lnSA9wplv0=', UNIX_TIMESTAMP() + 300);
UPDATE lock_keys SET key_expiration = UNIX_TIMESTAMP() + 90, key_token = 'yqo+JsUDABQvyIIuM5AitncmNpBafccq5lnSA9wplv0=' WHERE key_id = '3c304bc21c84147600a54c27b7bccab936b33065bc7ea051a1a9af00e3378ff3' AND (key_token = 'yqo+JsUDABQvyIIuM5AitncmNpBafccq5lnSA9wplv0=' OR key_expiration <= UNIX_TIMESTAMP());
-- part: take
INSERT IGNORE INTO lock_keys (key_id, key_token, key_expiration) VALUES ('3c304bc21c84147600a54c27b7bccab936b33065bc7ea051a1a9af00e3378ff3', 'SMpXTlzILDInPuLpwRqKyZD2GHAFp1sFg7OSe4nOZBY=', UNIX_TIMESTAMP() + 300);
UPDATE lock_keys SET key_expiration = UNIX_TIMESTAMP() + 301, key_token = 'SMpXTlzILDInPuLpwRqKyZD2GHAFp1sFg7OSe4nOZBY=' WHERE key_id = '3c304bc21c84147600a54c27b7bccab936b33065bc7ea051a1a9af00e3378ff3' AND key_expiration <= UNIX_TIMESTAMP();
-- part: next
DELETE FROM lock_keys WHERE key_id = '3c304bc21c84147600a54c27b7bccab936b33065bc7ea051a1a9af00e3378ff3' AND key_token = 'yqo+JsUDABQvyIIuM5AitncmNpBafccq5lnSA9wplv0=';
INSERT INTO lock_keys (key_id, key_token, key_expiration) VALUES ('3c304bc21c84147600a54c27b7bccab936b33065bc7ea051a1a9af00e3378ff3', 'SMpXTlzILDInPuLpwRqKyZD2GHAFp1sFg7OSe4nOZBY=', UNIX_TIMESTAMP() + 90);
