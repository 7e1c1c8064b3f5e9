-- SPDX-License-Identifier: Apache-2.0
-- recorded: symfony/lock 5.4.53, PdoStore
-- lock: 3c304bc21c84147600a54c27b7bccab936b33065bc7ea051a1a9af00e3378ff3
-- owner: yqo+JsUDABQvyIIuM5AitncmNpBafccq5lnSA9wplv0=
-- ttl: 90
-- renew: UPDATE lock_keys SET key_expiration = UNIX_TIMESTAMP() + 120, key_token = 'yqo+JsUDABQvyIIuM5AitncmNpBafccq5lnSA9wplv0=' WHERE key_id = '3c304bc21c84147600a54c27b7bccab936b33065bc7ea051a1a9af00e3378ff3' AND (key_token = 'yqo+JsUDABQvyIIuM5AitncmNpBafccq5lnSA9wplv0=' OR key_expiration <= UNIX_TIMESTAMP())
-- part: table
CREATE TABLE lock_keys (key_id VARCHAR(64) NOT NULL PRIMARY KEY, key_token VARCHAR(44) NOT NULL, key_expiration INTEGER UNSIGNED NOT NULL) COLLATE utf8mb4_bin, ENGINE = InnoDB;
-- part: held
INSERT INTO lock_keys (key_id, key_token, key_expiration) VALUES ('3c304bc21c84147600a54c27b7bccab936b33065bc7ea051a1a9af00e3378ff3', 'yqo+JsUDABQvyIIuM5AitncmNpBafccq5lnSA9wplv0=', UNIX_TIMESTAMP() + 300);
UPDATE lock_keys SET key_expiration = UNIX_TIMESTAMP() + 90, key_token = 'yqo+JsUDABQvyIIuM5AitncmNpBafccq5lnSA9wplv0=' WHERE key_id = '3c304bc21c84147600a54c27b7bccab936b33065bc7ea051a1a9af00e3378ff3' AND (key_token = 'yqo+JsUDABQvyIIuM5AitncmNpBafccq5lnSA9wplv0=' OR key_expiration <= UNIX_TIMESTAMP());
-- part: take
INSERT IGNORE INTO lock_keys (key_id, key_token, key_expiration) VALUES ('3c304bc21c84147600a54c27b7bccab936b33065bc7ea051a1a9af00e3378ff3', 'SMpXTlzILDInPuLpwRqKyZD2GHAFp1sFg7OSe4nOZBY=', UNIX_TIMESTAMP() + 300);
UPDATE lock_keys SET key_expiration = UNIX_TIMESTAMP() + 301, key_token = 'SMpXTlzILDInPuLpwRqKyZD2GHAFp1sFg7OSe4nOZBY=' WHERE key_id = '3c304bc21c84147600a54c27b7bccab936b33065bc7ea051a1a9af00e3378ff3' AND key_expiration <= UNIX_TIMESTAMP();
-- part: next
DELETE FROM lock_keys WHERE key_id = '3c304bc21c84147600a54c27b7bccab936b33065bc7ea051a1a9af00e3378ff3' AND key_token = 'yqo+JsUDABQvyIIuM5AitncmNpBafccq5lnSA9wplv0=';
INSERT INTO lock_keys (key_id, key_token, key_expiration) VALUES ('3c304bc21c84147600a54c27b7bccab936b33065bc7ea051a1a9af00e3378ff3', 'SMpXTlzILDInPuLpwRqKyZD2GHAFp1sFg7OSe4nOZBY=', UNIX_TIMESTAMP() + 90);
