import { expect, test, vi } from 'vitest';
import { createSessionWatch } from './session-watch';

const watched = () => {
  const watch = createSessionWatch();
  const ended = vi.fn();
  watch.onEnded(ended);
  return { watch, ended };
};

test('ten calls that are refused together end the session once', () => {
  const { watch, ended } = watched();
  watch.saw({ isAuthenticated: true });
  for (let call = 0; call < 10; call += 1) watch.sawNotSignedIn();
  watch.saw({ isAuthenticated: false });
  expect(ended).toHaveBeenCalledOnce();
});

test("a guest's refused call ends no session", () => {
  const { watch, ended } = watched();
  watch.saw({ isAuthenticated: false });
  watch.sawNotSignedIn();
  expect(ended).not.toHaveBeenCalled();
});

test('the next session can end as well', () => {
  const { watch, ended } = watched();
  watch.saw({ isAuthenticated: true });
  watch.sawNotSignedIn();
  watch.saw({ isAuthenticated: true });
  watch.saw({ isAuthenticated: false });
  expect(ended).toHaveBeenCalledTimes(2);
});

test('signing out is no expiry', () => {
  const { watch, ended } = watched();
  watch.saw({ isAuthenticated: true });
  watch.leaving();
  watch.sawNotSignedIn();
  watch.saw({ isAuthenticated: false });
  expect(ended).not.toHaveBeenCalled();
});
