import { z } from 'zod';
import { timeSchema } from '../common';
import { defineRoute } from '../route';
import { transIdParam } from './invoice-fields';
import { networkSchema } from './networks';
import { transferStateSchema } from './transfer-fields';

const HASH_RULE = 'Please enter the transaction hash as your wallet or the block explorer shows it.';
/** 64 hexadecimal digits (TRON's explorer omits 0x), or a Solana signature in base58. */
const HASH_PATTERN = /^(0x)?[0-9a-f]{64}$|^[1-9A-HJ-NP-Za-km-z]{64,90}$/i;
export const txHashSchema = z.string(HASH_RULE).trim().regex(HASH_PATTERN, HASH_RULE);

const SIGNATURE_RULE = 'Please enter the signature as your wallet shows it.';
const SIGNATURE_CHARS_MAX = 1_000;

/**
 * What the sending address signs to prove that its transfer was meant for this invoice. It names both, so that a signature is worthless for
 * any other invoice or transfer.
 */
export const claimMessage = (transId: string, network: string, txHash: string): string =>
  `My payment ${txHash} on ${network} is for the invoice ${transId}.`;

export const CLAIM_STATES = [
  'matched_this_invoice',
  'waiting_for_merchant',
  'being_read',
  'other_address',
  'too_early',
  'not_found_yet',
] as const;
export const claimStateSchema = z
  .enum(CLAIM_STATES)
  .describe(
    'matched_this_invoice: it counts for this invoice · waiting_for_merchant: it was found, the merchant sees the claim and decides · ' +
      'being_read: it is on chain and will be read in a moment · other_address: it sent no USDT to an address of this invoice · ' +
      'too_early: it was made before the invoice · not_found_yet: no node knows it; nothing is kept, try again later',
  );

export const claimReplySchema = z.object({
  state: claimStateSchema,
  network: networkSchema,
  tx_hash: z.string().describe('As it is compared and signed'),
  amount: z.string().optional().describe('What it sent to the addresses of this invoice'),
  from_address: z.string().optional().describe('The address that has to sign'),
  message: z.string().optional().describe('What to sign with from_address; the transfer then needs no decision of the merchant'),
  signed: z.boolean().describe('Whether the sending address has signed'),
});
export type ClaimReply = z.infer<typeof claimReplySchema>;

/** A claim that a transfer was theirs; hashes are public, so only a signed one proves it. */
export const transferClaimSchema = z.object({
  transId: z.string(),
  name: z.string(),
  at: timeSchema,
  signed: z.boolean().describe('The sending address has signed the claim'),
});
export type TransferClaim = z.infer<typeof transferClaimSchema>;

/** What was claimed for an invoice; without a transfer while its block has not been read. */
export const invoiceClaimSchema = z.object({
  network: networkSchema,
  txHash: z.string(),
  at: timeSchema,
  signed: z.boolean(),
  transfers: z.array(z.object({ id: z.string(), amount: z.string(), state: transferStateSchema })),
});
export type InvoiceClaim = z.infer<typeof invoiceClaimSchema>;

export const claimsApi = {
  claim: defineRoute({
    method: 'POST',
    path: '/payment/{transId}/claim',
    limits: ['claims', 'claims-of-invoice', 'look-ups'],
    audit: { nothing: 'a claim moves no money; one that is signed by the sender is logged with them' },
    summary:
      'Sent another amount: name the transaction. It is checked on chain and shown to the merchant; signed by the sender it counts at once',
    tag: 'Payment page',
    access: 'public',
    params: z.object({ transId: transIdParam }),
    body: z.object({
      network: networkSchema,
      tx_hash: txHashSchema,
      signature: z.string(SIGNATURE_RULE).trim().min(1, SIGNATURE_RULE).max(SIGNATURE_CHARS_MAX, SIGNATURE_RULE).optional(),
    }),
    reply: { 200: z.object({ status: z.literal('success'), data: claimReplySchema }) },
    errors: ['not_found', 'invalid_signature', 'too_many_claims', 'rate_limited', 'unavailable'],
  }),
};
