import { SECOND_MS } from './periods';

/** How far a transfer is on its way to being final, and how long a block takes there. */
export type Confirmations = { readonly confirmations: number; readonly required: number; readonly blockMs: number };

/** A block counts as its own first confirmation. */
const confirmationsAt = (blockNumber: number, headBlock: number): number => Math.max(0, headBlock - blockNumber + 1);

/** Before a transfer is verified as final one is always missing, however deep its block lies. */
export const pendingConfirmations = (blockNumber: number, headBlock: number, required: number): number =>
  Math.min(confirmationsAt(blockNumber, headBlock), Math.max(0, required - 1));

/** At least one: a page that says "0 seconds" and waits is not believed. */
export const secondsUntilFinal = ({ confirmations, required, blockMs }: Confirmations): number =>
  Math.max(1, Math.ceil(((required - confirmations) * blockMs) / SECOND_MS));
