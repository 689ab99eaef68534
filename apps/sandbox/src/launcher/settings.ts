import { resolve } from 'node:path';

/** The user's settings for a sandbox; everything else is fixed. */
export type Settings = {
  readonly port: number;
  readonly dataDir: string;
  readonly fresh: boolean;
  /** Passed to the server, which validates them. */
  readonly environment: NodeJS.ProcessEnv;
};

export class StartError extends Error {
  override readonly name = 'StartError';
}

export function readSettings(args: readonly string[], environment: NodeJS.ProcessEnv = process.env): Settings {
  const port = environment.PORT === undefined || environment.PORT === '' ? 8080 : Number(environment.PORT);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new StartError(`PORT is "${environment.PORT}": a number from 1 to 65535 is expected.`);
  }
  for (const arg of args) {
    if (arg !== '--fresh') throw new StartError(`"${arg}" is not known here. There is --fresh, which empties the data first.`);
  }
  return { port, dataDir: resolve(environment.DATA_DIR || './data'), fresh: args.includes('--fresh'), environment };
}
