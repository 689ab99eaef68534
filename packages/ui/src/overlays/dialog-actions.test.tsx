// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { find, render } from '../../test/render';
import { DialogActions } from './dialog-actions';

test('the buttons say whether the dialog goes on below them', async () => {
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(900);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  await render(
    <div className="dialog">
      <DialogActions>
        <button type="button">Save</button>
      </DialogActions>
    </div>,
  );
  const isMarked = () => find('.dialog-actions').hasAttribute('data-more');
  expect(isMarked()).toBe(true);

  const scrollTo = (place: number) =>
    act(async () => {
      find('.dialog').scrollTop = place;
      find('.dialog').dispatchEvent(new Event('scroll'));
    });
  await scrollTo(299.5);
  expect(isMarked()).toBe(false);
  await scrollTo(100);
  expect(isMarked()).toBe(true);
});

test('outside a dialog they are a row like any other', async () => {
  await render(<DialogActions>{null}</DialogActions>);
  expect(find('.dialog-actions').hasAttribute('data-more')).toBe(false);
});
