import type { ClaimReply, Network } from '@stablegate/contract';
import { FAMILY_OF } from '@stablegate/rules';
import { API_BASE } from '../live/invoice-watch';
import { t } from '../texts';

/** As a whole word, so that a pasted explorer link works, and a text with one digit too many does not. */
const HEX_HASH = /(?:^|[^0-9a-z])((?:0x)?[0-9a-f]{64})(?![0-9a-z])/i;
const SOLANA_SIGNATURE = /(?:^|[^0-9A-Za-z])([1-9A-HJ-NP-Za-km-z]{64,90})(?![0-9A-Za-z])/;

/** The transaction hash in the input, in this network's format. */
export const hashIn = (network: Network, text: string): string | undefined =>
  (FAMILY_OF[network] === 'solana' ? SOLANA_SIGNATURE : HEX_HASH).exec(text.trim())?.[1];

type Refusal = { readonly code?: string; readonly message?: string };

/** What went wrong and what to do; the input is kept. */
function refusalText({ code }: Refusal): string {
  if (code === 'invalid_signature') return t('This is not a signature of the address that sent the transfer.');
  if (code === 'too_many_claims') return t('Too many transactions were reported for this invoice. Please contact the merchant.');
  if (code === 'rate_limited') return t('Too many requests. Please wait a moment.');
  return t('That did not work. What you typed has been kept. Please try again.');
}

export type Claim = { readonly network: Network; readonly tx_hash: string; readonly signature?: string };
export type ClaimAnswer = { readonly reply?: ClaimReply; readonly refusal?: string | undefined };

const ANSWER_WITHIN_MS = 30_000; // the server queries the network's nodes

export async function sendClaim(transId: string, claim: Claim): Promise<ClaimAnswer> {
  try {
    const response = await fetch(`${API_BASE}/payment/${transId}/claim`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(claim),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    const body: { data?: ClaimReply } & Refusal = await response.json();
    return response.ok && body.data !== undefined ? { reply: body.data } : { refusal: refusalText(body) };
  } catch {
    return { refusal: refusalText({}) };
  }
}
