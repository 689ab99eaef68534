import { vi } from 'vitest';

/** A screen needs a second and more to appear where three files of tests share two cores; the library waits one. */
const WAIT_MS = 15_000;
const { waitFor } = vi;
vi.waitFor = (check, options) => waitFor(check, options ?? { timeout: WAIT_MS });
