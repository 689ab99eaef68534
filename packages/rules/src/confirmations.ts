import { SECOND_MS } from './periods';

/** A transfer's progress towards finality, and the network's block time. */
export type Confirmations = { readonly confirmations: number; readonly required: number; readonly blockMs: number };

/** A block counts as its own first confirmation. */
const confirmationsAt = (blockNumber: number, headBlock: number): number => Math.max(0, headBlock - blockNumber + 1);

/** Until a transfer is verified as final one is always missing, however deep its block is. */
export const pendingConfirmations = (blockNumber: number, headBlock: number, required: number): number =>
  Math.min(confirmationsAt(blockNumber, headBlock), Math.max(0, required - 1));

/** At least one: "0 seconds" while waiting is not credible. */
export const secondsUntilFinal = ({ confirmations, required, blockMs }: Confirmations): number =>
  Math.max(1, Math.ceil(((required - confirmations) * blockMs) / SECOND_MS));
