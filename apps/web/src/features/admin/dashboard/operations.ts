import type { AdminHealth } from '@stablegate/contract';
import type { BadgeTone } from '@stablegate/ui';

/** A callback that waits longer than five minutes has failed at least four times; an hour means that a shop or we are down. */
const CALLBACK_SLOW_SECONDS = 5 * 60;
const CALLBACK_LATE_SECONDS = 60 * 60;

/** `word` is a translation key, Vietnamese like all of the back office. */
export type Verdict = { tone: BadgeTone; word: string };

export function callbackVerdict(oldestSeconds: number | null): Verdict {
  if (oldestSeconds === null) return { tone: 'success', word: 'All sent' };
  if (oldestSeconds < CALLBACK_SLOW_SECONDS) return { tone: 'success', word: 'Normal' };
  return oldestSeconds < CALLBACK_LATE_SECONDS ? { tone: 'warning', word: 'Slow' } : { tone: 'danger', word: 'Overdue' };
}

export function ledgerVerdict({ ledgerDifference, ledgerCheckedAt }: Pick<AdminHealth, 'ledgerDifference' | 'ledgerCheckedAt'>): Verdict {
  if (ledgerCheckedAt === null) return { tone: 'neutral', word: 'Not checked yet' };
  return ledgerDifference === 0 ? { tone: 'success', word: 'Matches' } : { tone: 'danger', word: 'Does not match' };
}

export const inboxVerdict = (waiting: number): Verdict =>
  waiting === 0 ? { tone: 'success', word: 'Nothing waiting' } : { tone: 'warning', word: 'Needs action' };

const networkVerdicts: Readonly<Record<AdminHealth['networks'][number]['status'], Verdict>> = {
  active: { tone: 'success', word: 'Normal' },
  lagging: { tone: 'warning', word: 'Slow' },
  down: { tone: 'danger', word: 'No answer' },
  disabled: { tone: 'neutral', word: 'Switched off' },
};
const LIMITED: Verdict = { tone: 'warning', word: 'Limited' };
/** What keeps payments from being seen in time. A lone node or unverified logs are how an operator chose to run. */
const LIMITS: ReadonlySet<string> = new Set([
  'out_of_budget',
  'rate_limited',
  'key_refused',
  'no_block_receipts',
  'transfers_disputed',
  'unread_signatures',
  'accounts_not_listed',
  'token_deprecated',
  'token_paused',
  'token_fee',
]);
const CREDITS_LATE: Verdict = { tone: 'danger', word: 'Payments credited late' };
const NO_QUORUM: Verdict = { tone: 'danger', word: 'Too few nodes to confirm' };

/** Blocks that too few nodes can confirm stop payments just like unread blocks. */
export function networkVerdict({
  status,
  notes,
  lateSeconds,
}: Pick<AdminHealth['networks'][number], 'status' | 'notes' | 'lateSeconds'>): Verdict {
  if (notes.includes('quorum_not_reached') && status !== 'disabled') return NO_QUORUM;
  if (lateSeconds !== null && status !== 'down') return CREDITS_LATE;
  return status === 'active' && notes.some((note) => LIMITS.has(note)) ? LIMITED : networkVerdicts[status];
}

const NOTE_WORDS: Readonly<Record<string, string>> = {
  out_of_budget: 'Daily budget used up',
  rate_limited: 'Rate limited',
  key_refused: 'API key rejected',
  quorum_reduced: 'Ignoring nodes that do not answer',
  single_node: 'Only one node',
  no_block_receipts: 'Nodes cannot prove blocks',
  logs_unproven: 'Event logs not verified',
  transfers_disputed: 'Nodes disagree about a payment',
  unread_signatures: 'Some transactions could not be read',
  accounts_not_listed: 'Some balances not confirmed by enough nodes',
  token_deprecated: 'USDT contract replaced by its issuer',
  token_paused: 'USDT paused by its issuer',
  token_fee: 'USDT charges a fee for transfers',
};
/** Translation keys of hints for operators; codes without a text are left out. */
export const networkNotes = ({ notes }: Pick<AdminHealth['networks'][number], 'notes'>): string[] =>
  notes.flatMap((note) => NOTE_WORDS[note] ?? []);
