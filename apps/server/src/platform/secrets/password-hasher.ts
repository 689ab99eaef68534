import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../app-error';
import { createSemaphore } from '../semaphore';

/** OWASP ASVS 5.0 appendix C: Argon2id, t=1, m ≥ 46 MiB, p=1. Algorithm 2 is Argon2id (a const enum in the package). */
const PARAMETERS = { algorithm: 2, memoryCost: 47 * 1024, timeCost: 1, parallelism: 1 } as const;
/** One core stays free for other calls; 16 concurrent hashes stall a small machine (47 MiB each). */
const parallelMax = (processes: number): number => Math.max(1, Math.min(4, Math.floor((availableParallelism() - 1) / processes)));
/** At about 40 ms per hash the last of 32 waits 1.3 s on two cores; more is a flood and gets 429. */
const QUEUE_MAX = { known: 64, stranger: 32 } as const;

/** Browsers in which the account signed in before go first, so that a flood from elsewhere cannot lock its owner out. */
export type Priority = keyof typeof QUEUE_MAX;

export type PasswordHasher = {
  /**
   * For work that ends in a hash. When the queue is full it is refused before the database is queried: measured with 200 sign-ins a second
   * on two cores, the refusals alone would otherwise keep the database busy.
   */
  withSlot<T>(priority: Priority, work: () => Promise<T>): Promise<T>;
  hash(password: string, priority?: Priority): Promise<string>;
  verify(stored: string, password: string, priority: Priority): Promise<boolean>;
  /** Takes as long as verify, for users that do not exist: timing must not reveal them (ASVS 6.3.8). */
  verifyDummy(password: string): Promise<false>;
  isOutdated(stored: string): boolean;
};

const tooMany = (): AppError => new AppError('rate_limited', { retryAfterSeconds: 3 });

/** A bounded queue: a flood of sign-ins can neither exhaust the memory nor starve other calls. Known browsers go first. */
function createPrioritySemaphore(parallel: number) {
  /** Known browsers have one slot more: otherwise each would first wait for the hash of a stranger. */
  const slots = { known: parallel + 1, stranger: parallel } as const;
  let running = 0;
  const waiting: Record<Priority, (() => void)[]> = { known: [], stranger: [] };
  const startNext = () => {
    const next = waiting.known.shift() ?? (running < slots.stranger ? waiting.stranger.shift() : undefined);
    if (next === undefined) return;
    running += 1;
    next();
  };

  return async <T>(priority: Priority, work: () => Promise<T>): Promise<T> => {
    if (running >= slots[priority]) {
      if (waiting[priority].length >= QUEUE_MAX[priority]) throw tooMany();
      await new Promise<void>((resolve) => waiting[priority].push(resolve)); // the finisher has counted it
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      running -= 1;
      startNext();
    }
  };
}

/**
 * Of the strangers inside, those whose hash can run and two that look up theirs meanwhile: all 32 would hold every connection to the
 * database, half of them waiting for one row, the counter of the account they attack.
 */
const strangersAtWork = (parallel: number): number => parallel + 2;

function createCapacity(parallel: number) {
  const inside: Record<Priority, number> = { known: 0, stranger: 0 };
  const oneOfFew = createSemaphore(strangersAtWork(parallel));

  return async <T>(priority: Priority, work: () => Promise<T>): Promise<T> => {
    if (inside[priority] >= QUEUE_MAX[priority]) throw tooMany();
    inside[priority] += 1;
    try {
      return await (priority === 'known' ? work() : oneOfFew(work));
    } finally {
      inside[priority] -= 1;
    }
  };
}

/** `processes`: how many share the machine's cores. */
export function createPasswordHasher(processes = 1): PasswordHasher {
  const parallel = parallelMax(processes);
  const inTurn = createPrioritySemaphore(parallel);
  const withSlot = createCapacity(parallel);
  let nobody: Promise<string> | undefined;
  return {
    withSlot,
    hash: (password, priority = 'known') => inTurn(priority, () => hash(password, PARAMETERS)),
    verify: (stored, password, priority) => inTurn(priority, () => verify(stored, password)),
    verifyDummy: async (password) => {
      nobody ??= hash('nobody has this password', PARAMETERS);
      const stored = await nobody;
      await inTurn('stranger', () => verify(stored, password));
      return false;
    },
    isOutdated: (stored) => !stored.startsWith(`$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=1$`),
  };
}
