-- SPDX-License-Identifier: Apache-2.0
-- written from the source
-- lock: core_updater.lock
-- owner: none
-- ttl: 3480
-- age: 120
-- indistinguishable
-- untouched: SELECT COUNT(*) FROM wp_options WHERE option_name = 'siteurl'
-- part: table
CREATE TABLE wp_options (option_id bigint(20) unsigned NOT NULL auto_increment, option_name varchar(191) NOT NULL default '', option_value longtext NOT NULL, autoload varchar(20) NOT NULL default 'yes', PRIMARY KEY (option_id), UNIQUE KEY option_name (option_name), KEY autoload (autoload));
-- part: held
INSERT INTO wp_options (option_name, option_value) VALUES ('core_updater.lock', UNIX_TIMESTAMP() - 120), ('siteurl', 'https://example.org'), ('blocks', 'a.lock');
-- part: take
INSERT IGNORE INTO wp_options (option_name, option_value, autoload) VALUES ('core_updater.lock', UNIX_TIMESTAMP(), 'no');
-- part: next
UPDATE wp_options SET option_value = UNIX_TIMESTAMP() WHERE option_name = 'core_updater.lock';
