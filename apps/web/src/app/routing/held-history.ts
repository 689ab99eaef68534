import {
  type Location,
  type NavigateOptions,
  type NavigationType,
  type Navigator,
  type To,
  UNSAFE_createBrowserHistory,
} from 'react-router';

type Update = { readonly action: NavigationType; readonly location: Location; readonly keepsScroll: boolean };

/** What is asked before a page with unsaved changes is left. */
export type Hold = { readonly isHeld: () => boolean; readonly mayLeave: () => Promise<boolean> };

export type HeldHistory = {
  readonly navigator: Navigator;
  readonly now: () => Update;
  /** Called before what is shown changes, with the place that is left. */
  readonly listen: (onChange: (update: Update, from: Location) => void) => () => void;
};

const isSamePlace = (a: Location, b: { pathname: string; search: string }): boolean => a.pathname === b.pathname && a.search === b.search;

/**
 * The browser's history, which asks before it leaves unsaved changes. The router's own way to ask exists only in its data router, which
 * weighs 18 KB more. A step back has already happened when it is announced: it is undone, asked about, and made again.
 */
export function createHeldHistory({ isHeld, mayLeave }: Hold): HeldHistory {
  const history = UNSAFE_createBrowserHistory({ v5Compat: true });
  let shown = history.location;
  let isAsking = false;
  /** Steps in the history that are ours: undoing one, and making it again. */
  let unasked = 0;
  let options: NavigateOptions | undefined;

  const ask = async (leave: () => void): Promise<void> => {
    if (isAsking) return;
    isAsking = true;
    const isLeaving = await mayLeave().finally(() => {
      isAsking = false;
    });
    if (isLeaving) leave();
  };
  const go = (delta: number): void => {
    unasked += 1;
    history.go(delta);
  };
  const change = (method: 'push' | 'replace') => (to: To, state?: unknown, opts?: NavigateOptions) => {
    const next = new URL(typeof to === 'string' ? to : history.createHref(to), window.location.href);
    const leave = () => {
      options = opts;
      history[method](to, state);
    };
    if (isHeld() && !isSamePlace(shown, next)) void ask(leave);
    else leave();
  };

  return {
    navigator: { ...history, push: change('push'), replace: change('replace') },
    now: () => ({ action: history.action, location: shown, keepsScroll: false }),
    listen: (onChange) =>
      history.listen(({ action, location, delta }) => {
        const isOurs = unasked > 0 && action === 'POP';
        if (isOurs) unasked -= 1;
        if (!isOurs && action === 'POP' && delta !== null && isHeld() && !isSamePlace(shown, location)) {
          go(-delta);
          void ask(() => go(delta));
          return;
        }
        const from = shown;
        if (location.key === from.key) return; // a step was undone
        shown = location;
        const keepsScroll = action !== 'POP' && options?.preventScrollReset === true;
        options = undefined;
        onChange({ action, location, keepsScroll }, from);
      }),
  };
}
