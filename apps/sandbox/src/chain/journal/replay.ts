import { type ChainTip, REORG_DEPTH_MAX } from '../chain-tip';
import { type BlockRun, lastBlockOf, timesOf } from './block-run';

/** Mines a journaled chain again and verifies that the result is the same. */
export async function replayRuns(tip: ChainTip, runs: readonly BlockRun[]): Promise<void> {
  const last = runs.at(-1);
  // Snapshots serve future reorganisations, so only the end of the chain needs them.
  const snapshotsAbove = (last ? lastBlockOf(last) : 0) - 2 * REORG_DEPTH_MAX;
  for (const run of runs) {
    if (run.transactions || run.randao) await replayBlock(tip, run);
    else await tip.mineEmpty([...timesOf(run)], snapshotsAbove);
    if (run.hash && run.hash !== tip.head().hash) {
      throw new Error(
        `block ${lastBlockOf(run)} came out with another hash than before; the journal was written by another version of the node`,
      );
    }
  }
}

async function replayBlock(tip: ChainTip, run: BlockRun): Promise<void> {
  const transactions = run.transactions ?? [];
  const mined = await tip.mineBlock({ time: run.time, transactions, ...(run.randao && { randao: run.randao }) });
  if (mined.length !== transactions.length) throw new Error(`block ${run.first} lost a transaction while it was mined again`);
}
