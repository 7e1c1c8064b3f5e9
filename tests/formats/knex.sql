-- SPDX-License-Identifier: Apache-2.0
-- recorded: knex 3.3.0
-- lock: knex migrations
-- owner: none
-- ttl: none
-- indistinguishable
-- part: table
create table `knex_migrations_lock` (`index` int unsigned not null auto_increment primary key, `is_locked` int);
insert into `knex_migrations_lock` (`is_locked`) values (0);
-- part: held
update `knex_migrations_lock` set `is_locked` = 1 where `is_locked` = 0;
-- part: take
update `knex_migrations_lock` set `is_locked` = 1 where `is_locked` = 0;
-- part: next
update `knex_migrations_lock` set `is_locked` = 0;
