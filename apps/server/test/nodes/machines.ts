import { shareOf } from './digests';

/** Several machines behind one address: this share of the calls meets the other kind. */
export function nowAndThen<T>(seed: number, share: number, other: T, ordinary: T): () => T {
  let calls = 0;
  return () => {
    calls += 1;
    return shareOf('machine', seed, calls) < share ? other : ordinary;
  };
}
