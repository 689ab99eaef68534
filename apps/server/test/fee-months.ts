import { sql } from 'kysely';
import type { Clock } from '../src/platform/clock';
import { asInvoiceId, type InvoiceId, type StoreId, type UserId } from '../src/platform/id-types';
import { newId } from '../src/platform/ids';
import type { TestApp } from './app';

export type Movement =
  | { readonly kind: 'usdt' | 'bank' | 'adjust'; readonly micros: bigint }
  | { readonly kind: 'fee' | 'refund'; readonly micros: bigint; readonly storeId: StoreId };

let serial = 0;

export type SentBack = { readonly userId: UserId; readonly storeId: StoreId; readonly micros: bigint };

/** A refund that was final at the time of the clock. It moves nothing in the ledger. Returns its hash. */
export async function sendBack(app: TestApp, clock: Clock, { userId, storeId, micros }: SentBack): Promise<string> {
  serial += 1;
  const now = clock.now();
  const invoiceId = await addInvoice(app, userId, storeId, now);
  const hash = `0x${serial.toString(16).padStart(64, '0')}`;
  await sql`
    insert into refunds (id, invoice_id, user_id, network, to_address, to_key, amount, reason, status, created_by, created_at, ended_at,
        tx_hash, log_key, log_index, from_address, raw, block_number, block_hash, block_time, seen_at, final_at)
    values (${newId('refund', now)}, ${invoiceId}, ${userId}, 'BEP20', '0xcustomer', '0xcustomer', ${micros}, 'returned', 'confirmed', ${userId},
        ${now}, ${now}, ${hash}, '0', 0, '0xmerchant', ${micros}, 1, '0xblock', ${now}, ${now}, ${now})`.execute(app.platform.db.query);
  await sql`update invoices set refunded = ${micros} where id = ${invoiceId}`.execute(app.platform.db.query);
  return hash;
}

async function addInvoice({ platform }: TestApp, userId: UserId, storeId: StoreId, at: Date): Promise<InvoiceId> {
  const id = asInvoiceId(newId('invoice', at));
  await sql`
    insert into invoices (id, trans_id, store_id, user_id, request_id, input_hash, name, amount, fee, fee_charged, payable, status, networks,
        addresses, created_at, expires_at)
    values (${id}, ${`T${id.slice(-21)}`}, ${storeId}, ${userId}, ${`order-${serial}`}, '', 'Tea', 1000000, 5000, true, 1005000, 'SUCCESS',
        '{BEP20}', '{0x0}', ${at}, ${at})`.execute(platform.db.query);
  return id;
}

/** Moves a user's money as the modules do, at the time of the clock; what the balance does not cover is not moved. */
export async function move(app: TestApp, clock: Clock, userId: UserId, movement: Movement): Promise<void> {
  serial += 1;
  const { ledger } = app.services;
  const idempotencyKey = `fee-months:${serial}`;
  const reference = 'storeId' in movement ? await addInvoice(app, userId, movement.storeId, clock.now()) : `dep_${serial}`;
  const posting = { userId, amountMicros: movement.micros, reference, idempotencyKey };
  await app.platform.db
    .transaction(async (tx) => {
      switch (movement.kind) {
        case 'usdt':
          return ledger.credit(tx, { ...posting, reason: 'USDT top-up', from: 'usdt_clearing' });
        case 'bank':
          return ledger.credit(tx, { ...posting, reason: 'Bank top-up', from: 'bank_clearing' });
        case 'adjust':
          return ledger.adjust(tx, posting);
        case 'refund':
          return ledger.refund(tx, posting);
        case 'fee':
          return ledger.charge(tx, posting); // what the balance lacks is owed, and taken from the next top-up
      }
    })
    .catch((error: { code?: string }) => {
      if (error.code !== 'insufficient_balance') throw error;
    });
}
