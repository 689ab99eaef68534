import { HOUR_MS } from '@stablegate/rules';
import { z } from 'zod';
import type { NetworkSettings } from '../../../config-networks';
import { associatedTokenAccount, isOnCurve, TOKEN_PROGRAM } from '../adapters/solana/accounts/token-account';
import { decodeSignatures } from '../adapters/solana/solana-wire';
import { BUSY_PER_HOUR } from '../chains.domain';
import type { Endpoint } from '../rpc/endpoint';
import { RpcError } from '../rpc/rpc-errors';
import type { AddressFacts } from './address-facts';

/** Enough to detect 100 an hour even with failed ones among them; a call costs the same up to 1,000. */
const SIGNATURES = 400;
const SYSTEM_PROGRAM = '11111111111111111111111111111111';
const TOKEN_PROGRAMS = [TOKEN_PROGRAM, 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'];

const accountReply = z.object({
  value: z
    .object({
      owner: z.string(),
      executable: z.boolean().optional(),
      data: z.unknown(),
    })
    .nullable(),
});
const parsedData = z.object({ parsed: z.object({ type: z.string(), info: z.object({ owner: z.string().optional() }) }) });

/** A program address has no key. A multisignature vault is one and legitimate; most others are mistakes. */
export const isProgramAddress = (address: string): boolean => !isOnCurve(address);

async function readKind(endpoint: Endpoint, address: string): Promise<Pick<AddressFacts, 'kind' | 'owner'>> {
  const reply = accountReply.safeParse(
    await endpoint.call('getAccountInfo', [address, { encoding: 'jsonParsed', commitment: 'confirmed' }]),
  );
  if (!reply.success) throw new RpcError('garbage', 'an account has another form than expected');
  const account = reply.data.value;
  if (account !== null && TOKEN_PROGRAMS.includes(account.owner)) {
    const { parsed } = parsedData.safeParse(account.data).data ?? {};
    if (parsed?.type === 'mint') return { kind: 'token' };
    if (parsed?.type === 'account')
      return { kind: 'token_account', ...(parsed.info.owner === undefined ? {} : { owner: parsed.info.owner }) };
  }
  const isProgram = account !== null && (account.executable === true || account.owner !== SYSTEM_PROGRAM);
  return { kind: isProgram || isProgramAddress(address) ? 'program' : 'wallet' };
}

export async function readSolanaFacts(endpoint: Endpoint, settings: NetworkSettings, address: string, now: Date): Promise<AddressFacts> {
  const { kind, owner } = await readKind(endpoint, address);
  if (kind === 'token' || kind === 'token_account') return { kind, isBusy: false, ...(owner === undefined ? {} : { owner }) };
  const account = associatedTokenAccount(address, settings.contract);
  const options = { limit: SIGNATURES, commitment: 'confirmed' };
  const since = (now.getTime() - HOUR_MS) / 1000;
  const recent = decodeSignatures(await endpoint.call('getSignaturesForAddress', [account, options])).filter(
    ({ err, blockTime }) => err === null && blockTime != null && blockTime > since,
  );
  return { kind, isBusy: recent.length > BUSY_PER_HOUR };
}
