import { runCommandLine, say, withDatabase } from './cli/command-line';
import type { Config } from './config';
import type { Db } from './platform/db/db';
import { createSecretBox } from './platform/secrets/crypto';
import { inspectSealed, reencrypt, rotateMasterKey } from './platform/secrets/key-rotation';
import { createKeyring } from './platform/secrets/master-key';

const USAGE = `npm run keys -- rotate      make a new master key, encrypt everything with it, drop the old one
npm run keys -- reencrypt   encrypt everything with the first of several keys; the keys stay as they are
npm run keys -- check       try to open every encrypted value; nothing is changed

docs/runbooks/master-key.md tells more.`;

const FROM_ENVIRONMENT = `MASTER_KEY comes from the environment, so this command cannot replace it. By hand:
  1. make a key:          openssl rand -base64 32
  2. put it in front:     MASTER_KEY=2:<the new key>,<the present value of MASTER_KEY>    (any unused number from 1 to 255)
     and restart every process.
  3. encrypt everything:  npm run keys -- reencrypt
  4. remove the old key from MASTER_KEY and restart every process.`;

async function check(config: Config, db: Db): Promise<number> {
  const counts = await inspectSealed(db, createSecretBox(createKeyring(config)));
  for (const { place, values, unreadable } of counts) {
    say(`${place.table}.${place.column}: ${values} values, ${unreadable.length} do not open${unreadable.length === 0 ? '' : ':'}`);
    for (const key of unreadable.slice(0, 20)) say(`  ${key}`);
  }
  return counts.some(({ unreadable }) => unreadable.length > 0) ? 1 : 0;
}

async function runCommand(command: string, config: Config, db: Db): Promise<number> {
  if (command === 'check') return check(config, db);
  if (command === 'reencrypt') {
    const total = await reencrypt({ db, dataDir: config.dataDir, say }, createSecretBox(createKeyring(config)));
    say(`${total} values were encrypted anew.`);
    return 0;
  }
  if (config.masterKey !== undefined) {
    say(FROM_ENVIRONMENT);
    return 1;
  }
  await rotateMasterKey({ db, dataDir: config.dataDir, say });
  return 0;
}

async function main([command = '']: readonly string[]): Promise<number> {
  if (!['rotate', 'reencrypt', 'check'].includes(command)) {
    say(USAGE);
    return 2;
  }
  return withDatabase('stablegate-keys', (db, config) => runCommand(command, config, db));
}

runCommandLine(main);
