-- SPDX-License-Identifier: Apache-2.0
-- recorded: illuminate/cache 8.83.26; times that the library computes are reckoned by the server here
-- lock: laravel_cacheorder:7
-- owner: 6krebCreBGDGpwIR
-- ttl: 90
-- renew: update `cache_locks` set `owner` = '6krebCreBGDGpwIR', `expiration` = UNIX_TIMESTAMP() + 120 where `key` = 'laravel_cacheorder:7' and (`owner` = '6krebCreBGDGpwIR' or `expiration` <= UNIX_TIMESTAMP())
-- part: table
create table `cache_locks` (`key` varchar(255) not null, `owner` varchar(255) not null, `expiration` int not null) default character set utf8mb4 collate 'utf8mb4_unicode_ci';
alter table `cache_locks` add primary key `cache_locks_key_primary`(`key`);
-- part: held
insert into `cache_locks` (`key`, `owner`, `expiration`) values ('laravel_cacheorder:7', '6krebCreBGDGpwIR', UNIX_TIMESTAMP() + 90);
-- part: take
insert ignore into `cache_locks` (`key`, `owner`, `expiration`) values ('laravel_cacheorder:7', 'Gu12DqrWGYVYuFeX', UNIX_TIMESTAMP() + 90);
update `cache_locks` set `owner` = 'Gu12DqrWGYVYuFeX', `expiration` = UNIX_TIMESTAMP() + 91 where `key` = 'laravel_cacheorder:7' and `expiration` <= UNIX_TIMESTAMP();
-- part: next
delete from `cache_locks` where `key` = 'laravel_cacheorder:7' and `owner` = '6krebCreBGDGpwIR';
insert into `cache_locks` (`key`, `owner`, `expiration`) values ('laravel_cacheorder:7', 'Gu12DqrWGYVYuFeX', UNIX_TIMESTAMP() + 90);
