-- SPDX-License-Identifier: Apache-2.0
-- recorded: @verrou/core 0.5.2; times that the library computes are reckoned by the server here
-- lock: order:7
-- owner: av67smgogm
-- ttl: 90
-- renew: update `verrou` set `expiration` = `expiration` + 30000 where `key` = 'order:7' and `owner` = 'av67smgogm'
-- part: table
create table `verrou` (`key` varchar(255) not null, `owner` varchar(255) not null, `expiration` bigint unsigned null, primary key (`key`));
-- part: held
insert into `verrou` (`expiration`, `key`, `owner`) values (UNIX_TIMESTAMP(NOW(3)) * 1000 + 90000, 'order:7', 'av67smgogm');
-- part: take
insert ignore into `verrou` (`expiration`, `key`, `owner`) values (UNIX_TIMESTAMP(NOW(3)) * 1000 + 90000, 'order:7', '5h0xs71qbdr');
update `verrou` set `owner` = '5h0xs71qbdr', `expiration` = UNIX_TIMESTAMP(NOW(3)) * 1000 + 90001 where `key` = 'order:7' and `expiration` <= UNIX_TIMESTAMP(NOW(3)) * 1000;
-- part: next
delete from `verrou` where `key` = 'order:7' and `owner` = 'av67smgogm';
insert into `verrou` (`expiration`, `key`, `owner`) values (UNIX_TIMESTAMP(NOW(3)) * 1000 + 90000, 'order:7', '01zck8yax6et');
