import { randomBytes } from 'node:crypto';
import type { Network } from '@stablegate/contract';
import { FAMILY_OF, type Transfer, type TransferChange } from '../src/modules/chains/chains.domain';
import { insertTransfers, markFinal, markReorged, moveTransfers } from '../src/modules/chains/watch/transfers.queries';
import { newId } from '../src/platform/ids';
import type { TestApp } from './app';

/** A transfer as the scanner would record it, without a node. */
export type Arrival = {
  readonly to: string;
  readonly micros: bigint;
  readonly network?: Network;
  readonly from?: string;
  readonly at?: Date;
  readonly txHash?: string;
};
const SENDER = '0x00000000000000000000000000000000000000F1';
let blocks = 1_000;

const tell = (app: TestApp, changes: readonly TransferChange[]) =>
  app.platform.db.transaction((tx) => app.services.invoices.settleTransfers(tx, changes));

/** Recorded and matched in one transaction, as the watcher does it. */
export async function arrive(
  app: TestApp,
  { to, micros, network = 'BEP20', from = SENDER, at = new Date(), txHash }: Arrival,
): Promise<Transfer> {
  blocks += 1;
  const block = { number: blocks, hash: `0x${randomBytes(32).toString('hex')}`, time: at };
  const incoming = {
    txHash: txHash ?? `0x${randomBytes(32).toString('hex')}`,
    logKey: '0',
    logIndex: 0,
    fromAddress: from,
    toAddress: to,
    toKey: to.toLowerCase(),
    raw: micros,
    block,
  };
  return app.platform.db.transaction(async (tx) => {
    const row = { ...incoming, id: newId('transfer', at), amountMicros: micros, ignoredBecause: null };
    const [transfer] = await insertTransfers(tx, network, FAMILY_OF[network], [row], at);
    if (transfer === undefined) throw new Error(`${to} is not watched`);
    await app.services.invoices.settleTransfers(tx, [{ kind: 'seen', revived: false, transfer }]);
    return transfer;
  });
}

export async function finalise(app: TestApp, transfers: readonly Transfer[]): Promise<void> {
  const final = await markFinal(app.platform.db.query, transfers, new Date());
  await tell(
    app,
    final.map((transfer) => ({ kind: 'final', transfer })),
  );
}

/** Reorgs the transfer's block. */
export async function takeBack(app: TestApp, transfer: Transfer): Promise<void> {
  const gone = await markReorged(app.platform.db.query, [transfer.id], new Date());
  await tell(
    app,
    gone.map((each) => ({ kind: 'reorged', wasFinal: false, transfer: each })),
  );
}

/** The transfer is in a block again. */
export async function bringBack(app: TestApp, transfer: Transfer): Promise<void> {
  const block = { number: transfer.blockNumber + 1, hash: `0x${randomBytes(32).toString('hex')}`, time: transfer.blockTime };
  const back = await moveTransfers(app.platform.db.query, [{ id: transfer.id, incoming: { ...transfer, block } }]);
  await tell(
    app,
    back.map((each) => ({ kind: 'seen', revived: true, transfer: each })),
  );
}

export const stateOf = async (app: TestApp, transfer: Transfer): Promise<string> =>
  (await app.platform.db.query.selectFrom('transfers').select('state').where('id', '=', transfer.id).executeTakeFirstOrThrow()).state;
