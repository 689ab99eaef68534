import { createHash } from 'node:crypto';
import { base58 } from '@scure/base';
import type { Network } from '@stablegate/contract';
import { FAMILY_OF, unitsOfMicros } from '@stablegate/rules';
import { DESCRIPTORS } from '@stablegate/rules/networks';
import type { App } from '@stablegate/server/app';
import type { StoreId, TransferId, UserId } from '@stablegate/server/platform/id-types';
import { newId } from '@stablegate/server/platform/ids';
import { addressesOf } from '../networks/made-up-addresses';
import type { DemoStore } from './demo-stores';

export type DemoPayment = { readonly store: DemoStore; readonly network: Network; readonly amountMicros: bigint; readonly label: string };

/** Before the first block that the watcher reads, so that it never searches for them. */
const BLOCK = 1n;

const digest = (algorithm: 'sha256' | 'sha512', text: string): Buffer => createHash(algorithm).update(`stablegate demo ${text}`).digest();

/** A transaction is named by 32 bytes in hex, on TRON without the prefix 0x, on Solana by its signature: 64 bytes in base 58. */
function hash(network: Network, what: 'transaction' | 'block', label: string): string {
  const text = what === 'block' ? `block ${label}` : label;
  const family = FAMILY_OF[network];
  if (family !== 'solana') return `${family === 'tron' ? '' : '0x'}${digest('sha256', text).toString('hex')}`;
  return base58.encode(Uint8Array.from(digest(what === 'block' ? 'sha256' : 'sha512', text)));
}

async function keyOf(app: App, storeId: StoreId, network: Network): Promise<string> {
  const { address_key } = await app.platform.db.query
    .selectFrom('store_wallets')
    .select('address_key')
    .where('store_id', '=', storeId)
    .where('network', '=', network)
    .executeTakeFirstOrThrow();
  return address_key;
}

async function insert(app: App, userId: UserId, payment: DemoPayment, at: Date): Promise<TransferId> {
  const { store, network, amountMicros, label } = payment;
  const id = newId('transfer', at);
  const row = {
    id,
    network,
    family: FAMILY_OF[network],
    tx_hash: hash(network, 'transaction', label),
    log_key: '0',
    log_index: 0,
    from_address: addressesOf(`payer ${label}`)[network],
    to_address: store.addresses[network],
    to_key: await keyOf(app, store.id, network),
    owner_id: userId,
    amount: amountMicros,
    raw: unitsOfMicros(amountMicros, DESCRIPTORS[network].decimals).toString(),
    block_number: BLOCK,
    block_hash: hash(network, 'block', label),
    block_time: at,
    state: 'seen',
    seen_at: at,
  };
  await app.platform.db.query.insertInto('transfers').values(row).execute();
  return id;
}

/** Processes a transfer like the watcher, at the clock's time: matched and settled by the production code. */
async function tell(app: App, id: TransferId, kind: 'seen' | 'final' | 'reorged'): Promise<void> {
  await app.platform.db.transaction(async (tx) => {
    const at = app.platform.clocks.business.now();
    if (kind === 'final') await tx.updateTable('transfers').set({ final_at: at }).where('id', '=', id).execute();
    if (kind === 'reorged') await tx.updateTable('transfers').set({ state: 'reorged', reorged_at: at }).where('id', '=', id).execute();
    const [transfer] = await app.services.chains.listTransfers(tx, [id]);
    if (transfer === undefined) throw new Error('a demo transfer is gone');
    const change =
      kind === 'seen' ? { kind, revived: false, transfer } : kind === 'reorged' ? { kind, wasFinal: false, transfer } : { kind, transfer };
    await app.services.invoices.settleTransfers(tx, [change]);
  });
}

export type Wait = (seconds: number) => void;

export async function payDemo(app: App, userId: UserId, payment: DemoPayment, wait: Wait, vanishes = false): Promise<TransferId> {
  const id = await insert(app, userId, payment, app.platform.clocks.business.now());
  await tell(app, id, 'seen');
  wait(4);
  await tell(app, id, vanishes ? 'reorged' : 'final');
  return id;
}
