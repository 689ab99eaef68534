set local lock_timeout = '5s';

-- Asked at every look at Solana, where each watched address costs a call: which of them have an open invoice.
create index amount_reservations_open_solana on amount_reservations (address_key) where family = 'solana' and ended_at is null;
