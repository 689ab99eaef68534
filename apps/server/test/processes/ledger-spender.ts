import { once } from 'node:events';
import { createLedgerService } from '../../src/modules/ledger/ledger.service';
import { systemClocks } from '../../src/platform/clock';
import { createDb } from '../../src/platform/db/db';
import { asUserId } from '../../src/platform/id-types';

/** One of several processes that concurrently spend the same balance: reports readiness, waits for the start signal, prints who won. */
const [url = '', user = '', tries = '1', name = ''] = process.argv.slice(2);
const userId = asUserId(user);
const db = createDb({ url, poolMax: 8, applicationName: 'spender' });
const ledger = createLedgerService({ db, clocks: systemClocks, timeZone: 'Asia/Ho_Chi_Minh' });
const { available } = await ledger.getBalance(userId);
process.stdout.write('ready\n');
await once(process.stdin, 'data');
const attempts = Array.from({ length: Number.parseInt(tries, 10) }, (_, index) =>
  db
    .transaction((tx) => ledger.hold(tx, { userId, amountMicros: available, reference: name, idempotencyKey: `spend:${name}:${index}` }))
    .then(
      () => 'done',
      (error: unknown) => (error as { code?: string }).code ?? String(error),
    ),
);
process.stdout.write(`${(await Promise.all(attempts)).join('\n')}\n`);
await db.close();
process.exit(0);
