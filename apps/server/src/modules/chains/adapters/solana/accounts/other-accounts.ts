import type { Queryable } from '../../../../../platform/db/db';
import { RpcError } from '../../../rpc/rpc-errors';
import type { ChainView } from '../slots';
import type { SolanaDeps } from '../solana-deps';
import { decodeTokenAccounts } from '../solana-wire';
import type { DueAccount } from './account-progress';
import { TOKEN_PROGRAM } from './token-account';
import { addAccounts, markOwnersListed } from './token-accounts.queries';

/** Owners queried per step, and how often each is: one call per owner with open invoices every six hours. */
const OWNERS_PER_STEP = 2;
const LIST_MS = 6 * 3_600_000;
/** Anyone can create token accounts for an owner; only the fullest ones are read, the others would only cost requests. */
const OTHERS_MAX = 4;

/** Token accounts of an owner besides the associated one, as older wallets and exchanges created them. */
export async function findOtherAccounts(
  { settings, now }: SolanaDeps,
  view: ChainView,
  accounts: readonly DueAccount[],
  accountOf: (owner: string) => string,
): Promise<((tx: Queryable) => Promise<void>) | undefined> {
  const before = now().getTime() - LIST_MS;
  const isDue = ({ ownerKey, tokenAccount, isBusy, ownerListedAt }: DueAccount) =>
    isBusy && tokenAccount === accountOf(ownerKey) && (ownerListedAt === null || ownerListedAt.getTime() < before);
  const owners = accounts.filter(isDue).slice(0, OWNERS_PER_STEP);
  if (owners.length === 0) return undefined;
  const found: { ownerKey: string; tokenAccount: string }[] = [];
  for (const { ownerKey, tokenAccount } of owners) {
    const others = (await listOnAny(view, ownerKey, settings.contract)).filter((account) => account !== tokenAccount);
    found.push(...others.slice(0, OTHERS_MAX).map((account) => ({ ownerKey, tokenAccount: account })));
  }
  return async (tx) => {
    await addAccounts(tx, settings.network, found);
    await markOwnersListed(
      tx,
      settings.network,
      owners.map(({ tokenAccount }) => tokenAccount),
      now(),
    );
  };
}

/** From the first node that serves the call; some providers do not, and the associated account is read anyway. */
async function listOnAny(view: ChainView, owner: string, mint: string): Promise<string[]> {
  for (const { endpoint } of view.nodes) {
    try {
      const options = { encoding: 'jsonParsed', commitment: 'confirmed' };
      return decodeTokenAccounts(await endpoint.call('getTokenAccountsByOwner', [owner, { mint }, options]))
        .filter(({ account }) => account.owner === TOKEN_PROGRAM && account.info.mint === mint && account.info.owner === owner)
        .sort((a, b) => (a.account.info.amount < b.account.info.amount ? 1 : -1))
        .map(({ pubkey }) => pubkey);
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
    }
  }
  return [];
}
