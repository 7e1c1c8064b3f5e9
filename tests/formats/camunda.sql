-- SPDX-License-Identifier: Apache-2.0
-- written from the source
-- lock: j1
-- owner: 4f1f5b6c-executor
-- ttl: 300
-- untouched: SELECT CONCAT(LOCK_OWNER_, REV_) FROM ACT_RU_JOB WHERE ID_ = 'j2'
-- part: table
create table ACT_RU_JOB (ID_ varchar(64) NOT NULL, REV_ integer, TYPE_ varchar(255) NOT NULL, LOCK_EXP_TIME_ datetime(3) NULL, LOCK_OWNER_ varchar(255), EXCLUSIVE_ boolean, EXECUTION_ID_ varchar(64), PROCESS_INSTANCE_ID_ varchar(64), PROCESS_DEF_ID_ varchar(64), RETRIES_ integer, DUEDATE_ datetime(3) NULL, SUSPENSION_STATE_ integer NOT NULL DEFAULT 1, JOB_DEF_ID_ varchar(64), PRIORITY_ bigint NOT NULL DEFAULT 0, SEQUENCE_COUNTER_ bigint, TENANT_ID_ varchar(64), CREATE_TIME_ datetime(3), primary key (ID_)) ENGINE=InnoDB DEFAULT CHARSET=utf8 COLLATE utf8_bin;
-- part: held
INSERT INTO ACT_RU_JOB (ID_, REV_, TYPE_, LOCK_EXP_TIME_, LOCK_OWNER_, PROCESS_INSTANCE_ID_) VALUES ('j1', 2, 'message', NOW(3) + INTERVAL 5 MINUTE, '4f1f5b6c-executor', 'p1'), ('j2', 2, 'message', NOW(3) + INTERVAL 5 MINUTE, '4f1f5b6c-executor', 'p2'), ('j3', 1, 'message', NULL, NULL, 'p1');
-- part: take
UPDATE ACT_RU_JOB SET REV_ = REV_ + 1, LOCK_OWNER_ = 'other', LOCK_EXP_TIME_ = NOW(3) + INTERVAL 5 MINUTE WHERE ID_ = 'j1' AND REV_ = 3 AND LOCK_OWNER_ IS NULL;
-- part: next
UPDATE ACT_RU_JOB SET REV_ = REV_ + 2, LOCK_EXP_TIME_ = NOW(3) + INTERVAL 10 MINUTE WHERE ID_ = 'j1';
