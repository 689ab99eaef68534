import type { AdminHealth } from '@stablegate/contract';
import type { BadgeTone } from '@stablegate/ui';

/** A callback that waits longer than five minutes has failed at least four times; an hour means that a shop or we are down. */
const CALLBACK_SLOW_SECONDS = 5 * 60;
const CALLBACK_LATE_SECONDS = 60 * 60;

/** `word` is a translation key, Vietnamese like all of the back office. */
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
const NO_QUORUM: Verdict = { tone: 'danger', word: 'Thiếu nút xác nhận' };

/** Blocks that too few nodes can confirm stop payments just like unread blocks. */
export const networkVerdict = ({ status, notes }: Pick<AdminHealth['networks'][number], 'status' | 'notes'>): Verdict =>
  notes.includes('quorum_not_reached') && status !== 'disabled' ? NO_QUORUM : networkVerdicts[status];

const NOTE_WORDS: Readonly<Record<string, string>> = {
  out_of_budget: 'Hết hạn mức trong ngày',
  rate_limited: 'Bị giới hạn tốc độ',
  key_refused: 'Khóa bị từ chối',
  quorum_reduced: 'Tạm bỏ qua nút không trả lời',
  single_node: 'Chỉ có một nút',
  no_block_receipts: 'Nút không chứng minh được khối',
  logs_unproven: 'Chưa đối chiếu được nhật ký',
  unread_signatures: 'Có giao dịch chưa nút nào đọc được',
  accounts_not_listed: 'Có tài khoản chưa được đủ nút liệt kê',
};
/** Translation keys of hints for operators; codes without a text are left out. */
export const networkNotes = ({ notes }: Pick<AdminHealth['networks'][number], 'notes'>): string[] =>
  notes.flatMap((note) => NOTE_WORDS[note] ?? []);
