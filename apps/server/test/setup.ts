import { afterAll, vi } from 'vitest';
import { refuseSecondConnections } from '../src/platform/db/db';
import { endFile } from './after-file';

refuseSecondConnections();
afterAll(endFile);

/** A wait ends as soon as its condition holds. How long that takes is up to the machine, so none gives up before this. */
const WAIT_MS_MIN = 25_000;
const { waitFor } = vi;
vi.waitFor = (callback, options = {}) => {
  const given = typeof options === 'number' ? { timeout: options } : options;
  return waitFor(callback, { ...given, timeout: Math.max(WAIT_MS_MIN, given.timeout ?? 0) });
};
