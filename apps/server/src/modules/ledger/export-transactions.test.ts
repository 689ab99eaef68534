import { expect, test } from 'vitest';
import { manualClock } from '../../platform/clock';
import type { UserId } from '../../platform/id-types';
import { type ExportDeps, exportTransactions } from './export-transactions';

const clock = manualClock('2026-11-18T06:17:03Z');
/** The line below the title reads no rows. */
const deps = { timeZone: 'Asia/Ho_Chi_Minh', clocks: { real: clock, business: clock } } as unknown as ExportDeps;

test('dates, the zone and what was typed keep their own order in the line below the title', () => {
  const filters = { type: 'deduct', reason: 'Refund (2)', from: '2026-11-01', to: '2026-11-18' } as const;
  const { table } = exportTransactions(deps, '1' as UserId, filters, { t: (key) => key, findSubjects: async () => new Map() });
  expect(table.subtitle.split(' · ')).toEqual([
    'Type: Deducted',
    'Reason: \u2068Refund (2)\u2069',
    'From date: \u20682026-11-01\u2069',
    'To date: \u20682026-11-18\u2069',
    'As of: \u20682026-11-18 13:17:03 (Asia/Ho_Chi_Minh)\u2069',
  ]);
});
