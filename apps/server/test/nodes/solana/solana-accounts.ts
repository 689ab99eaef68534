import { TOKEN_PROGRAM } from '../../../src/modules/chains/adapters/solana/accounts/token-account';
import type { NodeState } from '../node-types';
import { SYSTEM_PROGRAM } from './solana-build';
import { tokenAmount } from './solana-shapes';
import type { SolanaChain } from './solana-types';

const SUPPLY = 10n ** 15n;
const accountShape = (owner: string, data: unknown, space: number): object => ({
  data,
  executable: false,
  lamports: 2_039_280,
  owner,
  rentEpoch: 18_446_744_073_709_552_000,
  space,
});
const parsedShape = (type: string, info: object, space: number): object =>
  accountShape(TOKEN_PROGRAM, { parsed: { info, type }, program: 'spl-token', space }, space);

export const decimalsOf = (chain: SolanaChain, { faults }: NodeState): number => faults.decimals ?? chain.decimals;

/** The mint, token accounts with a past or present balance, and wallets named by a transaction; null otherwise. */
export function accountInfo(chain: SolanaChain, node: NodeState, address: string): object | null {
  const decimals = decimalsOf(chain, node);
  if (address === chain.mint)
    return parsedShape(
      'mint',
      { decimals, freezeAuthority: null, isInitialized: true, mintAuthority: null, supply: SUPPLY.toString() },
      82,
    );
  const held = chain.holdingOf(address);
  if (held !== undefined)
    return parsedShape(
      'account',
      {
        isNative: false,
        mint: held.mint,
        owner: held.owner,
        state: 'initialized',
        tokenAmount: tokenAmount(held.amount, decimals),
      },
      165,
    );
  return chain.mentionsOf(address).length > 0 ? accountShape(SYSTEM_PROGRAM, ['', 'base64'], 0) : null;
}

export function tokenAccountsByOwner(chain: SolanaChain, node: NodeState, owner: string, filter: unknown): object[] {
  const { mint } = (filter ?? {}) as { mint?: string };
  return chain
    .holdingsOf(owner)
    .filter((held) => mint === undefined || held.mint === mint)
    .map(({ account }) => ({ pubkey: account, account: accountInfo(chain, node, account) }));
}
