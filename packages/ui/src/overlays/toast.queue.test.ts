import { expect, test } from 'vitest';
import { createToastQueue, type ToastMessage } from './toast.queue';

test('toasts raised before the host is mounted are shown in order afterwards', () => {
  const { toast, attach } = createToastQueue();
  toast.error('first');
  toast.success('second', { durationMs: 3_000 });
  const shown: ToastMessage[] = [];
  const detach = attach((message) => shown.push(message));
  toast.info('third');
  expect(shown.map(({ kind, text }) => `${kind}: ${text}`)).toEqual(['error: first', 'success: second', 'info: third']);
  detach();
  toast.info('waits again');
  expect(shown).toHaveLength(3);
});
