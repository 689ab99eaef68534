import { NETWORKS, type Network } from '@stablegate/contract';
import { type NetworkProfile, PROFILES } from '../../../config-network-profiles';
import { FAMILY_OF } from '../chains.domain';
import { parseAddress } from './addresses';

export type UnusableBecause = 'address_is_token' | 'address_is_unspendable';

/** Addresses without a known key: common burn addresses, and the placeholder many contracts use for the native coin. */
const BURN_KEYS = new Set([
  '0xdead000000000000000042069420694206942069',
  '0xdeaddeaddeaddeaddeaddeaddeaddeaddeaddead',
  '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  '0xffffffffffffffffffffffffffffffffffffffff',
]);
/**
 * No key has an address with twelve leading zero bytes (finding one takes 2^96 tries). The range holds precompiles (0x1 to 0x1ff, TRON's up
 * to 0x1000014), system contracts of BNB Smart Chain and Polygon (from 0x1000), 0x…dEaD and zero.
 */
const SYSTEM_KEY = /^0x0{24}[0-9a-f]{16}$/;
const TRON_ZERO = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb';

/** Programs and system accounts of Solana: none of them can sign a transfer for us, so money sent to them is lost. */
const SOLANA_SYSTEM = new Set([
  '11111111111111111111111111111111',
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  'So11111111111111111111111111111111111111112',
  '1nc1nerator11111111111111111111111111111111',
  'ComputeBudget111111111111111111111111111111',
  'Vote111111111111111111111111111111111111111',
  'Stake11111111111111111111111111111111111111',
  'Config1111111111111111111111111111111111111',
  'NativeLoader1111111111111111111111111111111',
  'BPFLoader1111111111111111111111111111111111',
  'BPFLoader2111111111111111111111111111111111',
  'BPFLoaderUpgradeab1e11111111111111111111111',
  'AddressLookupTab1e1111111111111111111111111',
  'Ed25519SigVerify111111111111111111111111111',
  'KeccakSecp256k11111111111111111111111111111',
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
]);
const SOLANA_SYSVAR = /^Sysvar[1-9A-HJ-NP-Za-km-z]+1{10,}$/;

/** By the twenty bytes alone: TRON's USDT in its JSON-RPC form is refused on EVM networks too. */
function contractKeys(settings: readonly (Pick<NetworkProfile, 'contract'> & { readonly network: Network })[]): Set<string> {
  const known = Object.values(PROFILES).flatMap((profile) => NETWORKS.map((network) => ({ network, contract: profile[network].contract })));
  return new Set([...known, ...settings].flatMap(({ network, contract }) => parseAddress(network, contract)?.key ?? []));
}

/** Addresses that can receive USDT but never return it, known without asking a node. Undefined: no objection. */
export function createUnusableCheck(settings: Parameters<typeof contractKeys>[0]) {
  const contracts = contractKeys(settings);
  return (network: Network, text: string): UnusableBecause | undefined => {
    const isHex = FAMILY_OF[network] !== 'solana';
    if (text === TRON_ZERO && FAMILY_OF[network] === 'tron') return 'address_is_unspendable';
    const key = parseAddress(network, text)?.key ?? (isHex ? text.toLowerCase() : text);
    if (contracts.has(key)) return 'address_is_token';
    const isSystem = isHex ? SYSTEM_KEY.test(key) || BURN_KEYS.has(key) : SOLANA_SYSTEM.has(key) || SOLANA_SYSVAR.test(key);
    return isSystem ? 'address_is_unspendable' : undefined;
  };
}
