import { readFileSync } from 'node:fs';
import { addressBlock } from '../../platform/net/address-block';

/** Mobile carriers and offices share one address among many users; a page holds one connection. */
const PER_ADDRESS_MAX = 500;
const PER_PROCESS_MAX = 20_000;
/** File descriptors reserved for the rest of the process: database, callbacks, plain calls. */
const FILES_KEPT_FREE = 1_000;

/** The process's limit of open files, and so sockets; known on Linux only. */
function filesMax(): number {
  try {
    const [, soft = ''] = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return /^\d+$/.test(soft) ? Number.parseInt(soft, 10) : Number.POSITIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

export type Admission = 'in' | 'too_many_of_address' | 'full';

/** Live connections are best effort: beyond these limits a page polls instead. */
export function createConnectionLimits(scale: number) {
  const ofAddress = new Map<string, number>();
  const totalMax = Math.max(100, Math.min(PER_PROCESS_MAX, filesMax() - FILES_KEPT_FREE));
  const perAddressMax = Math.max(1, Math.floor(PER_ADDRESS_MAX * scale));
  let total = 0;
  return {
    enter: (ip: string): Admission => {
      const address = addressBlock(ip);
      const open = ofAddress.get(address) ?? 0;
      if (total >= totalMax) return 'full';
      if (open >= perAddressMax) return 'too_many_of_address';
      ofAddress.set(address, open + 1);
      total += 1;
      return 'in';
    },
    leave: (ip: string): void => {
      const address = addressBlock(ip);
      const open = (ofAddress.get(address) ?? 1) - 1;
      if (open === 0) ofAddress.delete(address);
      else ofAddress.set(address, open);
      total -= 1;
    },
  };
}
