import { runCommandLine, say, withDatabase } from './cli/command-line';
import { checkLedger, INVARIANTS } from './modules/ledger/check/check-ledger';

const SUBJECTS_SHOWN_MAX = 10;

/** `npm run ledger:check [-- --incremental]`: verifies every balance against its entries. Exit code 1 on a mismatch. */
const main = (args: readonly string[]): Promise<number> =>
  withDatabase('stablegate-ledger-check', async (db, config) => {
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
  });

runCommandLine(main);
