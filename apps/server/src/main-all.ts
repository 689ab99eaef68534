import { run } from './run';

/** What `npm run serve` starts: the roles named in ROLES, or all of them. */
await run({});
