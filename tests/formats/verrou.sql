-- SPDX-License-Identifier: Apache-2.0
-- written from the source
-- lock: order:7
-- owner: V1StGXR8_Z5jdHi6B-myT
-- ttl: 600
-- renew: update `verrou` set `expiration` = `expiration` + 60000 where `key` = 'order:7'
-- part: table
create table `verrou` (`key` varchar(255) not null primary key, `owner` varchar(255) not null, `expiration` bigint unsigned null);
-- part: held
insert into `verrou` (`key`, `owner`, `expiration`) values ('order:7', 'V1StGXR8_Z5jdHi6B-myT', UNIX_TIMESTAMP(NOW(3)) * 1000 + 600000);
-- part: take
insert ignore into `verrou` (`key`, `owner`, `expiration`) values ('order:7', 'ZZZZGXR8_Z5jdHi6B-myT', UNIX_TIMESTAMP(NOW(3)) * 1000 + 600000);
-- part: next
update `verrou` set `owner` = 'ZZZZGXR8_Z5jdHi6B-myT' where `key` = 'order:7';
