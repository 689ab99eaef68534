import { run } from './run';

await run({ env: process.env, roles: ['worker'] });
