import { runCommandLine, say, withDatabase } from './cli/command-line';
import { checkLedger } from './modules/ledger/check/check-ledger';
import { reportLines } from './modules/ledger/check/report';

/** `npm run ledger:check [-- --incremental]`: verifies the ledger and all that must agree with it. Exit code 1 on a difference. */
const main = (args: readonly string[]): Promise<number> =>
  withDatabase('stablegate-ledger-check', async (db, config) => {
    const check = await checkLedger(db, args.includes('--incremental') ? 'incremental' : 'full', 'books', {
      at: new Date(),
      timeZone: config.businessTimeZone,
    });
    for (const line of reportLines(check)) say(line);
    return check.differences === 0 ? 0 : 1;
  });

runCommandLine(main);
