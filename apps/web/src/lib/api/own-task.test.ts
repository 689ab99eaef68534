import { expect, test } from 'vitest';
import { ownTask } from './own-task';

test('each caller gets a task of its own, in their order', async () => {
  const seen: (number | 'task')[] = [];
  const all = [1, 2, 3].map((each) => ownTask().then(() => seen.push(each)));
  setTimeout(() => seen.push('task'));
  await Promise.all(all);
  expect(seen).toEqual([1, 'task', 2, 3]);
  await ownTask(); // it starts anew
});
