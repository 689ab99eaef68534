import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { PRESELECTED_NETWORK } from '@stablegate/rules';
import { pay } from './rehearsal/pay';
import { startWorld } from './rehearsal/world';

// npm run rehearsal: test networks and a mail server for an installation as in production (docs/deploy/production.md)
// npm run rehearsal -- pay <network> <address> <amount>: pays from a test wallet

const say = (line: string) => process.stdout.write(`${line}\n`);
const LINK = /https?:\/\/\S+/;

function fail(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

function readOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      dir: { type: 'string', default: './data/rehearsal' },
      'chain-port': { type: 'string', default: '18545' },
      'smtp-port': { type: 'string', default: '1025' },
    },
  });
  const [chainPort, smtpPort] = [values['chain-port'], values['smtp-port']].map((text) => Number.parseInt(text, 10));
  if (!chainPort || !smtpPort) throw new Error('--chain-port and --smtp-port are numbers from 1 to 65535.');
  return { dir: resolve(values.dir), chainPort, smtpPort, positionals };
}

async function rehearse({ dir, chainPort, smtpPort }: ReturnType<typeof readOptions>): Promise<void> {
  const world = await startWorld({
    dir,
    chainPort,
    smtpPort,
    distDir: dirname(fileURLToPath(import.meta.url)),
    onMail: ({ to, subject, text }) => say(`\nMail to ${to}: ${subject}\n  ${LINK.exec(text)?.[0] ?? text.trim().split('\n')[0]}`),
    onFailure: fail,
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void world.stop().then(() => process.exit(0)));
  say(
    [
      'Test networks and a mail server are running; mails appear here. Ctrl-C stops both.',
      `Their settings: cat ${world.environmentFile} >> .env`,
      `Pay from a test wallet: npm run rehearsal -- pay ${PRESELECTED_NETWORK} <address> <amount>`,
    ].join('\n'),
  );
}

async function main(): Promise<void> {
  const options = readOptions();
  const [command, ...rest] = options.positionals;
  if (command === undefined) return rehearse(options);
  if (command !== 'pay') throw new Error(`"${command}" is not known here. There is pay <network> <address> <amount>.`);
  say(`Sent: ${await pay(`http://127.0.0.1:${options.chainPort}`, rest)}`);
}

await main().catch(fail);
