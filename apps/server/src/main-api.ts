import { run } from './run';

await run({ roles: ['api'] });
