import type { AdminHealth } from '@stablegate/contract';
import type { BadgeTone } from '@stablegate/ui';

/** A callback that waits longer than five minutes has failed at least four times; an hour means that a shop or we are down. */
const CALLBACK_SLOW_SECONDS = 5 * 60;
const CALLBACK_LATE_SECONDS = 60 * 60;

/** The word is a translation key, Vietnamese as all of the back office. */
export type Verdict = { tone: BadgeTone; word: string };

export function callbackVerdict(oldestSeconds: number | null): Verdict {
  if (oldestSeconds === null) return { tone: 'success', word: 'Đã gửi hết' };
  if (oldestSeconds < CALLBACK_SLOW_SECONDS) return { tone: 'success', word: 'Bình thường' };
  return oldestSeconds < CALLBACK_LATE_SECONDS ? { tone: 'warning', word: 'Chậm' } : { tone: 'danger', word: 'Quá hạn' };
}

export function ledgerVerdict({ ledgerDifference, ledgerCheckedAt }: Pick<AdminHealth, 'ledgerDifference' | 'ledgerCheckedAt'>): Verdict {
  if (ledgerCheckedAt === null) return { tone: 'neutral', word: 'Chưa kiểm tra' };
  return ledgerDifference === 0 ? { tone: 'success', word: 'Khớp' } : { tone: 'danger', word: 'Lệch' };
}

export const inboxVerdict = (waiting: number): Verdict =>
  waiting === 0 ? { tone: 'success', word: 'Không có' } : { tone: 'warning', word: 'Cần xử lý' };

const networkVerdicts: Readonly<Record<AdminHealth['networks'][number]['status'], Verdict>> = {
  active: { tone: 'success', word: 'Bình thường' },
  lagging: { tone: 'warning', word: 'Chậm' },
  down: { tone: 'danger', word: 'Không trả lời' },
  disabled: { tone: 'neutral', word: 'Đã tắt' },
};
export const networkVerdict = (status: AdminHealth['networks'][number]['status']): Verdict => networkVerdicts[status];
