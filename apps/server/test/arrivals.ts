import { randomBytes } from 'node:crypto';
import type { Network } from '@stablegate/contract';
import type { App } from '../src/app';
import { parseAddress } from '../src/modules/chains/addresses/addresses';
import { FAMILY_OF, type Transfer, type TransferChange } from '../src/modules/chains/chains.domain';
import { insertTransfers, markFinal, markReorged, moveTransfers } from '../src/modules/chains/watch/transfers.queries';
import { newId } from '../src/platform/ids';
import type { TestApp } from './app';
import { order, type Shop } from './shop';

/** A transfer as the scanner would record it, without a node. */
export type Arrival = {
  readonly to: string;
  readonly micros: bigint;
  readonly network?: Network;
  readonly from?: string;
  readonly at?: Date;
  /** Its number; otherwise a block after all others. */
  readonly block?: number;
  readonly txHash?: string;
};
const SENDER = '0x00000000000000000000000000000000000000F1';
let blocks = 1_000;
const newHash = (): string => `0x${randomBytes(32).toString('hex')}`;

const tell = (app: App, changes: readonly TransferChange[]) =>
  app.platform.db.transaction((tx) => app.services.invoices.settleTransfers(tx, changes));

/** Of one block, in this order; recorded and matched in one transaction, as the watcher does it. */
export function arriveTogether(app: App, arrivals: readonly Arrival[]): Promise<Transfer[]> {
  blocks += 1;
  const hash = newHash();
  const { network = 'BEP20', at = new Date(), block = blocks } = arrivals[0] as Arrival;
  const rows = arrivals.map(({ to, micros, from = SENDER, txHash = newHash() }, index) => ({
    id: newId('transfer', at),
    txHash,
    logKey: String(index),
    logIndex: index,
    fromAddress: from,
    toAddress: to,
    toKey: parseAddress(network, to)?.key ?? to.toLowerCase(),
    raw: micros,
    amountMicros: micros,
    ignoredBecause: null,
    block: { number: block, hash, time: at },
  }));
  return app.platform.db.transaction(async (tx) => {
    const transfers = await insertTransfers(tx, network, FAMILY_OF[network], rows, at);
    if (transfers.length < rows.length) throw new Error(`of ${arrivals.map(({ to }) => to).join(', ')} some are not watched`);
    await app.services.invoices.settleTransfers(
      tx,
      transfers.map((transfer) => ({ kind: 'seen', revived: false, transfer })),
    );
    return transfers;
  });
}

export const arrive = async (app: App, arrival: Arrival): Promise<Transfer> => (await arriveTogether(app, [arrival]))[0] as Transfer;

export async function finalise(app: App, transfers: readonly Transfer[]): Promise<void> {
  const final = await markFinal(app.platform.db.query, transfers, new Date());
  await tell(
    app,
    final.map((transfer) => ({ kind: 'final', transfer })),
  );
}

/** An order of 100, which asks 100.50, and a transfer that is too small for any of two open orders, so that a person decides. */
export async function orderWithPart(
  app: TestApp,
  shop: Shop,
  micros: bigint,
): Promise<{ readonly transId: string; readonly part: Transfer }> {
  const { transId } = await order(app, shop, '100');
  await order(app, shop, '300');
  const part = await arrive(app, { to: shop.addresses.BEP20 ?? '', micros });
  await finalise(app, [part]);
  return { transId, part };
}

/** Reorgs the transfer's block. */
export async function takeBack(app: App, transfer: Transfer): Promise<void> {
  const gone = await markReorged(app.platform.db.query, [transfer.id], new Date());
  await tell(
    app,
    gone.map((each) => ({ kind: 'reorged', wasFinal: false, transfer: each })),
  );
}

/** The transfer is in a block again. */
export async function bringBack(app: App, transfer: Transfer): Promise<Transfer> {
  const block = { number: transfer.blockNumber + 1, hash: newHash(), time: transfer.blockTime };
  const back = await moveTransfers(app.platform.db.query, [{ id: transfer.id, incoming: { ...transfer, block } }]);
  await tell(
    app,
    back.map((each) => ({ kind: 'seen', revived: true, transfer: each })),
  );
  return back[0] as Transfer;
}

export const stateOf = async (app: App, transfer: Transfer): Promise<string> =>
  (await app.platform.db.query.selectFrom('transfers').select('state').where('id', '=', transfer.id).executeTakeFirstOrThrow()).state;
