import { createHash } from 'node:crypto';
import { createBase58check } from '@scure/base';
import { type Address, getAddress, isAddress } from 'viem';
import { INVALID_PARAMS, RpcError } from './chain-types';

const TRON_PREFIX = 0x41;

const base58check = createBase58check((data) => createHash('sha256').update(data).digest());

function fromTronAddress(address: string): Address | undefined {
  try {
    const [prefix, ...rest] = base58check.decode(address);
    return prefix === TRON_PREFIX && rest.length === 20 ? getAddress(`0x${Buffer.from(rest).toString('hex')}`) : undefined;
  } catch {
    return undefined; // not base58check at all
  }
}

/** A recipient on the local chain: 0x addresses unchanged, TRON's T… addresses by their 20 bytes. */
export function toRecipient(address: string): Address {
  const recipient = isAddress(address, { strict: false }) ? getAddress(address) : fromTronAddress(address);
  if (!recipient) throw new RpcError(INVALID_PARAMS, `${address} is neither a 0x address nor a T… address`);
  return recipient;
}
