-- SPDX-License-Identifier: Apache-2.0
-- written from the source
-- lock: t1
-- watched: ACT_RU_EXT_TASK
-- owner: worker-3
-- ttl: 60
-- part: table
create table ACT_RU_EXT_TASK (ID_ varchar(64) not null, REV_ integer not null, WORKER_ID_ varchar(255), TOPIC_NAME_ varchar(255), RETRIES_ integer, ERROR_MSG_ varchar(4000), LOCK_EXP_TIME_ datetime(3) null, SUSPENSION_STATE_ integer, EXECUTION_ID_ varchar(64), PROC_INST_ID_ varchar(64), PRIORITY_ bigint NOT NULL DEFAULT 0, primary key (ID_)) ENGINE=InnoDB DEFAULT CHARSET=utf8 COLLATE utf8_bin;
-- part: held
INSERT INTO ACT_RU_EXT_TASK (ID_, REV_, WORKER_ID_, TOPIC_NAME_, LOCK_EXP_TIME_) VALUES ('t1', 5, 'worker-3', 'charge', NOW(3) + INTERVAL 60 SECOND);
-- part: take
UPDATE ACT_RU_EXT_TASK SET REV_ = REV_ + 1, WORKER_ID_ = 'worker-4', LOCK_EXP_TIME_ = NOW(3) + INTERVAL 60 SECOND WHERE ID_ = 't1' AND (LOCK_EXP_TIME_ IS NULL OR LOCK_EXP_TIME_ < NOW(3));
-- part: next
UPDATE ACT_RU_EXT_TASK SET REV_ = REV_ + 1, WORKER_ID_ = 'worker-4', LOCK_EXP_TIME_ = NOW(3) + INTERVAL 120 SECOND WHERE ID_ = 't1';
