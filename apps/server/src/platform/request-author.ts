import { AsyncLocalStorage } from 'node:async_hooks';

/** Who makes a call, known to everything that the call leads to, however deep below (docs/adr/0050). */
export type Caller = {
  /** As the audit log names them: the id of a person, or an API key by its name. Absent for strangers, as on a payment page. */
  readonly actor?: string;
  readonly ip: string;
  readonly device?: string;
  /** In percent of what was asked: from which part the caller may accept an invoice as paid. Only members of a team have a limit. */
  readonly memberFloor: number;
};

const storage = new AsyncLocalStorage<Caller>();

export const asCaller = <T>(caller: Caller, run: () => T): T => storage.run(caller, run);

/** For what a call only gives the occasion to, such as waking a loop: it is nobody's doing. */
export const asNobody = <T>(run: () => T): T => storage.exit(run);

/** As the audit log names background work. */
const OURSELVES = 'Stablegate';
export const currentActor = (): string => storage.getStore()?.actor ?? OURSELVES;

/** Undefined in background work and in operators' commands. */
export const currentCaller = (): Caller | undefined => storage.getStore();
