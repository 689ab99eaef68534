import type { Network } from '@stablegate/contract';
import { microsOfUnits } from '@stablegate/rules';
import type { Clock } from '../../../platform/clock';
import type { Db, Tx } from '../../../platform/db/db';
import type { NewEvent, Outbox } from '../../../platform/events/outbox';
import { newId } from '../../../platform/ids';
import { killPoint } from '../../../platform/kill-points';
import type { ChainStep, ReadRange } from '../adapters/chain-adapter';
import { FAMILY_OF, type IncomingTransfer, MICROS_MAX, type Transfer, type TransferChange, transferSubject } from '../chains.domain';
import { fence, type Lease, saveCheckpoint, saveProgress } from './cursors.queries';
import { reconcile } from './reconcile.domain';
import {
  insertTransfers,
  listByTransactions,
  listLive,
  markFinal,
  markReorged,
  moveTransfers,
  type NewTransfer,
  renameTransfers,
} from './transfers.queries';

export type TransferHandler = (tx: Tx, changes: readonly TransferChange[]) => Promise<void>;
export type RecordDeps = {
  readonly db: Db;
  readonly outbox: Pick<Outbox, 'append'>;
  readonly clock: Clock;
  /** Runs inside the transaction: a transfer and its effect on an invoice commit together. An error rolls back both. */
  readonly settleTransfers: TransferHandler;
};

/** New transfers per transaction: a full block must not lock the cursor, or users' rows, for long. */
export const FRESH_MAX = 200;

/** Checkpoints kept below the final block. The deepest reorganisation known of these networks is 157 blocks (Polygon, 2023-02). */
const CHECKPOINT_BLOCKS = 512;

function toEvent(changes: TransferChange): NewEvent {
  const { transfer } = changes;
  const detail = changes.kind === 'seen' ? { revived: changes.revived } : changes.kind === 'reorged' ? { wasFinal: changes.wasFinal } : {};
  return {
    topic: `transfer.${changes.kind}`,
    subject: transferSubject(transfer),
    payload: {
      transferId: transfer.id,
      network: transfer.network,
      txHash: transfer.txHash,
      logIndex: transfer.logIndex,
      fromAddress: transfer.fromAddress,
      toAddress: transfer.toAddress,
      amountMicros: transfer.amountMicros.toString(),
      blockNumber: transfer.blockNumber,
      blockHash: transfer.blockHash,
      blockTime: transfer.blockTime.toISOString(),
      ...detail,
    },
  };
}

/** Round-robin over the addresses, in chain order within each: an address with thousands of transfers comes last. */
function byTurns(incomings: readonly IncomingTransfer[]): IncomingTransfer[] {
  const turns = new Map<string, number>();
  const withTurn = incomings.map((incoming) => {
    const turn = turns.get(incoming.toKey) ?? 0;
    turns.set(incoming.toKey, turn + 1);
    return { incoming, turn };
  });
  return withTurn.sort((a, b) => a.turn - b.turn).map(({ incoming }) => incoming);
}

async function announce(deps: RecordDeps, tx: Tx, changes: readonly TransferChange[]): Promise<void> {
  if (changes.length === 0) return;
  await deps.outbox.append(tx, changes.map(toEvent));
  await deps.settleTransfers(tx, changes);
}

function toNew(incoming: IncomingTransfer, decimals: number, now: Date): NewTransfer {
  const micros = microsOfUnits(incoming.raw, decimals);
  const fits = micros <= MICROS_MAX;
  return { ...incoming, id: newId('transfer', now), amountMicros: fits ? micros : 0n, ignoredBecause: fits ? null : 'amount out of range' };
}

type Token = { readonly network: Network; readonly decimals: number };
type RangeSettings = Token & { readonly startBlock?: number };
type RangeStep = ChainStep & { readonly range: ReadRange };
type Applied = { readonly changes: readonly TransferChange[]; readonly chunk: readonly IncomingTransfer[]; readonly isMore: boolean };

const moveOf = ({ row, incoming }: { readonly row: Transfer; readonly incoming: IncomingTransfer }) => ({ id: row.id, incoming });

/**
 * Applies a range and returns what happened to each transfer, removals first. Of new transfers at most one chunk that was not tried before;
 * another call with the same range does the rest, since known transfers are recognised.
 */
async function applyRange(
  tx: Tx,
  { network, decimals }: Token,
  range: ReadRange,
  now: Date,
  tried: Set<IncomingTransfer>,
): Promise<Applied> {
  const txHashes = [...new Set(range.transfers.map((transfer) => transfer.txHash))];
  const live = range.isPartial ? [] : await listLive(tx, network, range.from, range.to);
  const related = txHashes.length === 0 ? [] : await listByTransactions(tx, network, txHashes);
  const rows = [...new Map([...live, ...related].map((row) => [row.id, row])).values()];
  const { fresh, renamed, moved, revived, ...rest } = reconcile(range.transfers, rows);
  const removed = range.isPartial ? [] : rest.removed;

  const wereFinal = new Set(rows.filter((row) => row.finalAt !== null).map((row) => row.id));
  const gone = await markReorged(
    tx,
    [...removed, ...moved.map(({ row }) => row)].map((row) => row.id),
    now,
  );
  await renameTransfers(tx, renamed.map(moveOf));
  const back = await moveTransfers(tx, [...moved, ...revived].map(moveOf));
  const untried = fresh.filter((incoming) => !tried.has(incoming));
  const chunk = byTurns(untried).slice(0, FRESH_MAX);
  const rowsToAdd = chunk.map((incoming) => toNew(incoming, decimals, now));
  const added = await insertTransfers(tx, network, FAMILY_OF[network], rowsToAdd, now);
  const changes = [
    ...gone.map((transfer) => ({ kind: 'reorged' as const, wasFinal: wereFinal.has(transfer.id), transfer })),
    ...back.map((transfer) => ({ kind: 'seen' as const, revived: true, transfer })),
    ...added.filter(({ state }) => state === 'seen').map((transfer) => ({ kind: 'seen' as const, revived: false, transfer })),
  ];
  return { changes, chunk, isMore: untried.length > chunk.length };
}

async function saveRange(tx: Tx, network: Network, { range, headBlock, finalBlock }: RangeStep, startBlock: number): Promise<void> {
  // Nothing is read below the first block to watch: whoever asked for more has got all there is.
  const isFromStart = range.isPartial === true || range.from <= startBlock;
  const isAtCursor = await saveProgress(tx, network, {
    from: isFromStart ? 0 : range.from,
    to: range.to,
    readThrough: range.checkpoint.time,
    headBlock,
    finalBlock,
    unprovenFrom: range.unprovenFrom,
    isRestart: range.rewindTo !== undefined || range.isPartial === true,
  });
  if (isAtCursor)
    await saveCheckpoint(tx, network, range.checkpoint, {
      rewindTo: range.rewindTo,
      keepFrom: Math.min(finalBlock, range.from) - CHECKPOINT_BLOCKS,
    });
  await range.save?.(tx);
}

/**
 * Cursor, checkpoint, transfers, events and their effects: one transaction, or nothing. A range with more new transfers than a chunk is
 * recorded in several; the cursor moves with the last, so that nothing unstored is passed.
 */
export async function recordRange(deps: RecordDeps, lease: Lease, settings: RangeSettings, step: RangeStep): Promise<TransferChange[]> {
  const { range } = step;
  const hasTransfers = range.transfers.length > 0;
  const recorded: TransferChange[] = [];
  const tried = new Set<IncomingTransfer>();
  for (let isMore = true; isMore; ) {
    if (hasTransfers) killPoint('scan.before_store');
    const applied = await deps.db.transaction(async (tx) => {
      await fence(tx, lease);
      const result = await applyRange(tx, settings, range, deps.clock.now(), tried);
      if (hasTransfers) killPoint('scan.before_cursor');
      if (!result.isMore) await saveRange(tx, lease.network, step, settings.startBlock ?? 0);
      await announce(deps, tx, result.changes);
      return result;
    });
    for (const incoming of applied.chunk) tried.add(incoming);
    recorded.push(...applied.changes);
    isMore = applied.isMore;
  }
  if (hasTransfers) killPoint('scan.after_commit');
  return recorded;
}

/** Transfers just verified as final. */
export async function recordFinal(deps: RecordDeps, lease: Lease, verified: readonly Transfer[]): Promise<TransferChange[]> {
  const recorded = await deps.db.transaction(async (tx) => {
    await fence(tx, lease);
    const final = await markFinal(tx, verified, deps.clock.now());
    const changes = final.map((transfer) => ({ kind: 'final' as const, transfer }));
    await announce(deps, tx, changes);
    if (changes.length > 0) killPoint('settle.before_commit');
    return changes;
  });
  if (recorded.length > 0) killPoint('settle.after_commit');
  return recorded;
}

/** Transfers that no node knows any more. */
export async function recordGone(deps: RecordDeps, lease: Lease, transfers: readonly Transfer[]): Promise<TransferChange[]> {
  return deps.db.transaction(async (tx) => {
    await fence(tx, lease);
    const wereFinal = new Set(transfers.filter(({ finalAt }) => finalAt !== null).map(({ id }) => id));
    const ids = transfers.map(({ id }) => id);
    const gone = await markReorged(tx, ids, deps.clock.now());
    const changes = gone.map((transfer) => ({ kind: 'reorged' as const, wasFinal: wereFinal.has(transfer.id), transfer }));
    await announce(deps, tx, changes);
    return changes;
  });
}
