import { API_BASE } from '../live/invoice-watch';
import type { StandardWallet } from './browser-wallets';
import { isRejection, type WalletOutcome } from './outcome';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const SIGNATURE_BYTES = 64;
const MAINNET = 'solana:mainnet';

/** Solana writes signatures in base58. */
export function base58(bytes: Uint8Array): string {
  const digits: number[] = []; // the last one first
  for (const byte of bytes) {
    let carry = byte;
    for (let at = 0; at < digits.length || carry > 0; at += 1) {
      carry += (digits[at] ?? 0) * 256;
      digits[at] = carry % 58;
      carry = Math.floor(carry / 58);
    }
  }
  const text = digits.reduceRight((written, digit) => written + (ALPHABET[digit] ?? ''), '');
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return '1'.repeat(zeros === -1 ? bytes.length : zeros) + text;
}

/** Token, receiver and amount are the server's; the wallet shows them again, and its owner decides. */
async function transactionFor(transId: string, account: string): Promise<Uint8Array | undefined> {
  const response = await fetch(`${API_BASE}/payment/${transId}/wallet-transaction`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account }),
  });
  if (!response.ok) return undefined;
  const { data }: { data: { transaction: string } } = await response.json();
  return Uint8Array.from(atob(data.transaction), (char) => char.charCodeAt(0));
}

export async function payFromSolanaWallet({ features }: StandardWallet, transId: string): Promise<WalletOutcome> {
  let isAsked = false;
  try {
    const { accounts } = await features['standard:connect'].connect();
    // The transaction names a blockhash of the server's own chain: on another one it is void.
    const account = accounts.find(({ chains }) => chains.includes(MAINNET)) ?? accounts[0];
    if (account === undefined) return { kind: 'declined' };
    const transaction = await transactionFor(transId, account.address);
    if (transaction === undefined) return { kind: 'not_ready' };
    isAsked = true;
    const [sent] = await features['solana:signAndSendTransaction'].signAndSendTransaction({ account, chain: MAINNET, transaction });
    return sent?.signature.length === SIGNATURE_BYTES ? { kind: 'sent', txHash: base58(sent.signature) } : { kind: 'unclear' };
  } catch (error) {
    return { kind: isRejection(error) || !isAsked ? 'declined' : 'unclear' };
  }
}
