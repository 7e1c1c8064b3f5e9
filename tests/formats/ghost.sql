-- SPDX-License-Identifier: Apache-2.0
-- recorded: knex-migrator 5.4.1; times that the library computes are reckoned by the server here
-- lock: km01
-- owner: none
-- ttl: none
-- age: 90
-- part: table
create table `migrations_lock` (`lock_key` varchar(191) not null, `locked` boolean default '0', `acquired_at` datetime null, `released_at` datetime null, primary key (`lock_key`)) default character set utf8mb4;
insert into `migrations_lock` (`lock_key`, `locked`) values ('km01', 0);
-- part: held
update `migrations_lock` set `locked` = 1, `acquired_at` = NOW() - INTERVAL 90 SECOND where `lock_key` = 'km01';
-- part: take
update `migrations_lock` set `locked` = 1, `acquired_at` = NOW() where `lock_key` = 'km01' and `locked` = 0;
-- part: next
update `migrations_lock` set `locked` = 0, `released_at` = NOW() where `lock_key` = 'km01';
update `migrations_lock` set `locked` = 1, `acquired_at` = NOW() where `lock_key` = 'km01';
