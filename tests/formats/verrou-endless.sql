-- SPDX-License-Identifier: Apache-2.0
-- recorded: @verrou/core 0.5.2, createLock(name, null): whose owner takes it anew writes the same row
-- lock: nottl
-- owner: fjxzqyx3qyq
-- ttl: none
-- indistinguishable
-- part: table
create table `verrou` (`key` varchar(255) not null, `owner` varchar(255) not null, `expiration` bigint unsigned null, primary key (`key`));
-- part: held
insert into `verrou` (`expiration`, `key`, `owner`) values (NULL, 'nottl', 'fjxzqyx3qyq');
-- part: take
insert ignore into `verrou` (`expiration`, `key`, `owner`) values (NULL, 'nottl', '5h0xs71qbdr');
-- part: next
delete from `verrou` where `key` = 'nottl' and `owner` = 'fjxzqyx3qyq';
insert into `verrou` (`expiration`, `key`, `owner`) values (NULL, 'nottl', '01zck8yax6et');
