import { loadCommandConfig } from './config';
import { checkLedger, INVARIANTS } from './modules/ledger/check/check-ledger';
import { createDb } from './platform/db/db';

const SUBJECTS_SHOWN_MAX = 10;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** `npm run ledger:check [-- --incremental]`: proves every balance from its entries. Exit code 1 when something disagrees. */
async function main(args: readonly string[]): Promise<number> {
  const config = loadCommandConfig();
  const db = createDb({ ...config.database, poolMax: 2, applicationName: 'stablegate-ledger-check' });
  try {
    const check = await checkLedger(db, args.includes('--incremental') ? 'incremental' : 'full', {
      at: new Date(),
      timeZone: config.businessTimeZone,
    });
    for (const [code, text] of Object.entries(INVARIANTS)) {
      const broken = check.faults.filter(({ faults }) => faults.includes(code)).map(({ subject }) => subject);
      const more = broken.length > SUBJECTS_SHOWN_MAX ? ` and ${broken.length - SUBJECTS_SHOWN_MAX} more` : '';
      say(broken.length === 0 ? `ok    ${text}` : `WRONG ${text}: ${broken.slice(0, SUBJECTS_SHOWN_MAX).join(', ')}${more}`);
    }
    say(`${check.entries} entries of ${check.accounts} accounts read (${check.mode}).`);
    return check.differences === 0 ? 0 : 1;
  } finally {
    await db.close();
  }
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
