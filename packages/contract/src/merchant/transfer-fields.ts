import { z } from 'zod';
import { timeSchema } from '../common';
import { networkSchema } from './networks';

export const TRANSFER_STATES = ['seen', 'matched', 'unmatched', 'ignored', 'reorged'] as const;
export const transferStateSchema = z.enum(TRANSFER_STATES);
export type TransferState = z.infer<typeof transferStateSchema>;

export const transferSchema = z.object({
  id: z.string(),
  network: networkSchema,
  txHash: z.string(),
  logIndex: z.number().int(),
  fromAddress: z.string(),
  toAddress: z.string(),
  amount: z.string(),
  state: transferStateSchema,
  blockNumber: z.number().int(),
  seenAt: timeSchema,
  finalAt: timeSchema.nullable(),
});
export type InvoiceTransfer = z.infer<typeof transferSchema>;

/** Why a transfer belongs to its invoice. */
export const MATCHED_BY = ['exact', 'part', 'hand', 'signed'] as const;
export type MatchedBy = (typeof MATCHED_BY)[number];
