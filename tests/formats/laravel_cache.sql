-- SPDX-License-Identifier: Apache-2.0
-- written from the source
-- lock: laravel_cache_framework/schedule-1f3c
-- owner: aB3dE5fG7hJ9kL1m
-- ttl: 600
-- part: table
CREATE TABLE cache_locks (`key` varchar(255) NOT NULL PRIMARY KEY, owner varchar(255) NOT NULL, expiration int NOT NULL);
-- part: held
insert into `cache_locks` (`key`, `owner`, `expiration`) values ('laravel_cache_framework/schedule-1f3c', 'aB3dE5fG7hJ9kL1m', UNIX_TIMESTAMP() + 600);
-- part: take
insert ignore into `cache_locks` (`key`, `owner`, `expiration`) values ('laravel_cache_framework/schedule-1f3c', 'ZZZdE5fG7hJ9kL1m', UNIX_TIMESTAMP() + 600);
-- part: next
update `cache_locks` set `owner` = 'ZZZdE5fG7hJ9kL1m', `expiration` = UNIX_TIMESTAMP() + 600 where `key` = 'laravel_cache_framework/schedule-1f3c';
