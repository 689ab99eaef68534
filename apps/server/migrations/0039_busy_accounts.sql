-- When the account's owner last had an open invoice: late and double payments mostly come soon after it ended.
alter table watched_token_accounts add column busy_at timestamptz;
