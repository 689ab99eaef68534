// @vitest-environment happy-dom
import { createRef } from 'react';
import { expect, test } from 'vitest';
import { find, render } from '../test/render';
import { Slot } from './slot';

test('the child keeps its own values and gets the others', async () => {
  await render(
    <Slot className="btn" style={{ color: 'red', margin: 1 }} aria-label="ours" aria-describedby="hint" title="ours">
      <a href="/docs" className="own" style={{ color: 'blue' }} aria-label="its own" aria-describedby="note">
        Docs
      </a>
    </Slot>,
  );
  const link = find('a') as HTMLAnchorElement;
  expect([link.className, link.getAttribute('aria-label'), link.title, link.getAttribute('aria-describedby')]).toEqual([
    'btn own',
    'its own',
    'ours',
    'hint note',
  ]);
  expect([link.style.color, link.style.margin]).toEqual(['blue', '1px']);
});

test("both handlers run, the child's first, and both refs are filled and emptied", async () => {
  const ran: string[] = [];
  const [ours, its] = [createRef<HTMLElement>(), createRef<HTMLButtonElement>()];
  const { rerender } = await render(
    <Slot ref={ours} onClick={() => ran.push('ours')} onFocus={() => ran.push('focus')}>
      <button type="button" ref={its} onClick={() => ran.push('its own')}>
        Go
      </button>
    </Slot>,
  );
  find('button').click();
  find('button').focus();
  expect(ran).toEqual(['its own', 'ours', 'focus']);
  expect([ours.current, its.current]).toEqual([find('button'), find('button')]);
  await rerender(<p>gone</p>);
  expect([ours.current, its.current]).toEqual([null, null]);
});
