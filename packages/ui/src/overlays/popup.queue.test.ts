import { expect, test } from 'vitest';
import { createPopupQueue } from './popup.queue';

test('two popups are queued and every caller gets its result', async () => {
  const queue = createPopupQueue();
  const asked = queue.confirm({ title: 'Logout?', confirmLabel: 'Yes', cancelLabel: 'Cancel' });
  const told = queue.popup({ title: 'Error', text: 'Logout failed', buttonLabel: 'OK' });
  const first = queue.current();
  expect(first?.title).toBe('Logout?');
  queue.settle(first?.id ?? 0, true);
  await expect(asked).resolves.toBe(true);
  const second = queue.current();
  expect(second?.title).toBe('Error');
  queue.settle(second?.id ?? 0, false);
  await expect(told).resolves.toBeUndefined();
  expect(queue.current()).toBeUndefined();
});

test('a late timer cannot answer a popup that is already closed', async () => {
  const queue = createPopupQueue();
  const asked = queue.confirm({ title: 'Delete?', confirmLabel: 'Delete', cancelLabel: 'Cancel' });
  const id = queue.current()?.id ?? 0;
  queue.settle(id, false);
  queue.settle(id, true);
  await expect(asked).resolves.toBe(false);
});

test('listeners get every change until they unsubscribe', () => {
  const queue = createPopupQueue();
  let heard = 0;
  const leave = queue.subscribe(() => {
    heard += 1;
  });
  void queue.popup({ title: 'One', timerMs: 10 });
  queue.settle(queue.current()?.id ?? 0, false);
  leave();
  void queue.popup({ title: 'Two', timerMs: 10 });
  expect(heard).toBe(2);
});
