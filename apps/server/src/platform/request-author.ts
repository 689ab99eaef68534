import { AsyncLocalStorage } from 'node:async_hooks';
import type { Principal } from './principal';

const storage = new AsyncLocalStorage<Principal | undefined>();

/** Runs a call; what it leads to knows who makes it, however deep below. */
export const asAuthor = <T>(author: Principal | undefined, run: () => T): T => storage.run(author, run);

/** In percent of what was asked: from which part the caller may accept an invoice as paid. Only members of a team have a limit. */
export const currentFloor = (): number => storage.getStore()?.account.memberFloor ?? 0;
