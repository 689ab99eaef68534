import { BOOKS, INVARIANTS, type LedgerCheck } from './check-ledger';

/** A line for every rule that holds, and one for every finding, with the rows concerned. */
export function reportLines(check: LedgerCheck): string[] {
  const accounts = Object.entries(INVARIANTS).flatMap(([code, rule]) => {
    const broken = check.faults.filter(({ faults }) => faults.includes(code));
    return broken.length === 0 ? [`ok    ${rule}`] : broken.map(({ subject, text }) => `WRONG ${rule}: ${subject}, ${text}`);
  });
  const books = Object.entries(BOOKS).flatMap(([code, rule]) => {
    const broken = check.findings.filter((finding) => finding.code === code);
    return broken.length === 0 ? [`ok    ${rule}`] : broken.map(({ text }) => `WRONG ${rule}: ${text}`);
  });
  return [...accounts, ...books, `${check.entries} entries of ${check.accounts} accounts read (${check.mode}).`];
}
