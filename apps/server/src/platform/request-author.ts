import { AsyncLocalStorage } from 'node:async_hooks';
import type { Recorded } from '@stablegate/contract';

/** Who makes a call, known to everything that the call leads to, however deep below (docs/adr/0050). */
export type Caller = {
  /** As the audit log names them: the id of a person, or an API key by its name. Absent for strangers, as on a payment page. */
  readonly actor?: string;
  readonly ip: string;
  readonly device?: string;
  /** In percent of what was asked: from which part the caller may accept an invoice as paid. Only members of a team have a limit. */
  readonly memberFloor: number;
};

/** What a call has written about itself: compared with its contract before it is answered. */
export type Records = Set<Recorded | 'nothing'>;

const storage = new AsyncLocalStorage<Caller & { readonly records: Records }>();

export const asCaller = <T>(caller: Caller, records: Records, run: () => T): T => storage.run({ ...caller, records }, run);

/** For calls whose caller is known only from what they carry, such as a signed order. */
export function asActor<T>(actor: string, run: () => T): T {
  const call = storage.getStore();
  return call === undefined ? run() : storage.run({ ...call, actor }, run);
}

/** For what a call only gives the occasion to, such as waking a loop: it is nobody's doing. */
export const asNobody = <T>(run: () => T): T => storage.exit(run);

export const noteRecorded = (what: Recorded): void => void storage.getStore()?.records.add(what);

/** A repeated call, or values as they were already: there is nothing to write down. */
export const noteNothingChanged = (): void => void storage.getStore()?.records.add('nothing');

/** As the audit log names background work. */
const OURSELVES = 'Stablegate';
export const currentActor = (): string => storage.getStore()?.actor ?? OURSELVES;

/** Undefined in background work and in operators' commands. */
export const currentCaller = (): Caller | undefined => storage.getStore();
