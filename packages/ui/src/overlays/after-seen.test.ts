import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { afterSeen } from './after-seen';

/** Frames are painted by hand: a busy or hidden page paints none for as long as the test likes. */
let frames: (FrameRequestCallback | undefined)[];
const paint = () => {
  for (const frame of frames.splice(0)) frame?.(0);
};

beforeEach(() => {
  frames = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
  vi.stubGlobal('cancelAnimationFrame', (id: number) => {
    frames[id - 1] = undefined;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the time starts when the message was painted, not when it was raised', () => {
  const over = vi.fn();
  afterSeen(over, 1_500);
  vi.advanceTimersByTime(60_000);
  paint(); // the frame with the message begins
  vi.advanceTimersByTime(60_000);
  expect(over).not.toHaveBeenCalled();
  paint(); // the frame after it: now it is seen
  vi.advanceTimersByTime(1_499);
  expect(over).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(over).toHaveBeenCalledOnce();
});

test.each([0, 1, 2])('a message that is closed after %i frames calls nothing back', (painted) => {
  const over = vi.fn();
  const cancel = afterSeen(over, 2_000);
  for (let count = 0; count < painted; count++) paint();
  cancel();
  paint();
  paint();
  vi.advanceTimersByTime(10_000);
  expect(over).not.toHaveBeenCalled();
});
