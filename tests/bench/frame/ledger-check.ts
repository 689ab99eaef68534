import { createLedgerService } from '../../../apps/server/src/modules/ledger/ledger.service';
import { systemClocks } from '../../../apps/server/src/platform/clock';
import { createDb } from '../../../apps/server/src/platform/db/db';

/** The invariants must hold after the load, or the figure is worthless. */
export async function assertBalanced(url: string): Promise<void> {
  const db = createDb({ url, poolMax: 2, applicationName: 'bench' });
  const ledger = createLedgerService({ db, clocks: systemClocks, timeZone: 'Asia/Ho_Chi_Minh' });
  try {
    const { differences } = await ledger.check('full');
    if (differences !== 0) throw new Error(`${differences} accounts differ after the load`);
  } finally {
    await db.close();
  }
}
