import { KEY_LENGTH_MAX, MISSING_KEYS_MAX } from '@stablegate/contract';

/** A screen requests its texts together; half a second collects them into one call. */
const WAIT_MS = 500;

export type MissingKeysDeps = { send: (keys: string[]) => Promise<unknown>; onFailed: (error: unknown) => void; waitMs?: number };

/** Every key without a text is reported once per page load, at most a hundred per call. */
export function createMissingKeys({ send, onFailed, waitMs = WAIT_MS }: MissingKeysDeps) {
  const known = new Set<string>();
  let waiting: string[] = [];
  let isTimerSet = false;
  const flush = async () => {
    isTimerSet = false;
    const keys = waiting;
    waiting = [];
    for (let at = 0; at < keys.length; at += MISSING_KEYS_MAX) {
      await send(keys.slice(at, at + MISSING_KEYS_MAX)).catch(onFailed);
    }
  };
  return {
    report: (key: string) => {
      if (key === '' || key.length > KEY_LENGTH_MAX || known.has(key)) return;
      known.add(key);
      waiting.push(key);
      if (isTimerSet) return;
      isTimerSet = true;
      setTimeout(() => void flush(), waitMs);
    },
  };
}
