import { hash, verify } from '@node-rs/argon2';
import { AppError } from './app-error';

/** OWASP ASVS 5.0 appendix C: Argon2id, t=1, m ≥ 46 MiB, p=1. Algorithm 2 is Argon2id (a const enum in the package). */
const PARAMETERS = { algorithm: 2, memoryCost: 47 * 1024, timeCost: 1, parallelism: 1 } as const;
/** 47 MiB a hash: two at once keep a core free for other calls, 16 at once stall a small machine. */
const PARALLEL_MAX = 2;
/** At about 40 ms a hash the last in the queue waits 2.5 s; beyond that it is an attack and gets 429. */
const WAITING_MAX = 64;

export type PasswordHasher = {
  hash(password: string): Promise<string>;
  verify(stored: string, password: string): Promise<boolean>;
  /** Takes as long as verify, for users that do not exist: time must not tell (ASVS 6.3.8). */
  verifyNobody(password: string): Promise<false>;
  isOutdated(stored: string): boolean;
};

/** A queue of bounded length, so that a flood of sign-ins can neither eat the memory nor starve other calls. */
export function createPasswordHasher(): PasswordHasher {
  let running = 0;
  const waiting: (() => void)[] = [];

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= PARALLEL_MAX) {
      if (waiting.length >= WAITING_MAX) throw new AppError('rate_limited', { retryAfterSeconds: 3 });
      await new Promise<void>((resolve) => waiting.push(resolve)); // the finisher hands its slot over
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  }

  let nobody: Promise<string> | undefined;
  return {
    hash: (password) => inTurn(() => hash(password, PARAMETERS)),
    verify: (stored, password) => inTurn(() => verify(stored, password)),
    verifyNobody: async (password) => {
      nobody ??= hash('nobody has this password', PARAMETERS);
      const stored = await nobody;
      await inTurn(() => verify(stored, password));
      return false;
    },
    isOutdated: (stored) => !stored.startsWith(`$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=1$`),
  };
}
