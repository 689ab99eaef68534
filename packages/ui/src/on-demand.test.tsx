// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { render } from '../test/render';
import { onDemand, useOnDemand } from './on-demand';

test('a part is fetched once for all, and again after a failure', async () => {
  const fetchPart = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('offline')).mockResolvedValue('part');
  const source = onDemand(fetchPart);
  await expect(source.load()).rejects.toThrow('offline');
  expect(source.loaded()).toBeUndefined();
  expect(await Promise.all([source.load(), source.load()])).toEqual(['part', 'part']);
  expect(fetchPart).toHaveBeenCalledTimes(2);
  expect(source.loaded()).toBe('part');
});

const Shown = ({ source, isWanted, onFailed }: { source: ReturnType<typeof onDemand<string>>; isWanted: boolean; onFailed: () => void }) =>
  useOnDemand(source, isWanted, onFailed) ?? 'nothing';

test('it is shown once it was wanted and stays; a failure is told to who wanted it', async () => {
  const onFailed = vi.fn();
  const fetchPart = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('offline')).mockResolvedValue('part');
  const source = onDemand(fetchPart);
  const show = (isWanted: boolean) => <Shown source={source} isWanted={isWanted} onFailed={onFailed} />;
  const { container, rerender } = await render(show(false));
  expect(fetchPart).not.toHaveBeenCalled();
  await rerender(show(true));
  expect(onFailed).toHaveBeenCalledOnce();
  expect(container.textContent).toBe('nothing');
  await rerender(show(false));
  await rerender(show(true));
  await act(async () => undefined);
  expect(container.textContent).toBe('part');
  await rerender(show(false));
  expect(container.textContent).toBe('part');
});
