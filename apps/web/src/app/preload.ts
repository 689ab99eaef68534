import { matchPath } from 'react-router';
import type { Screen } from '../lib/screen';
import { frameLoads } from './frames/frames';
import { fetchCode } from './routing/code';

/** About 100 ms lie between pointing at a link and pressing it: enough to fetch its screen, and the frame where that is another one. */
export function preloadOnIntent(screens: readonly Screen[]): () => void {
  const asked = new Set<Screen>();
  const notice = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    if (link === null || link.origin !== window.location.origin) return;
    const screen = screens.find(({ path }) => matchPath(path, link.pathname) !== null);
    if (screen === undefined || asked.has(screen)) return;
    asked.add(screen);
    // A failure is ignored here: the screen reports it when it is opened.
    Promise.all([fetchCode(screen.load), fetchCode(frameLoads[screen.frame])]).catch(() => asked.delete(screen));
  };
  const signs = ['pointerover', 'focusin', 'touchstart'] as const;
  for (const sign of signs) document.addEventListener(sign, notice, { passive: true });
  return () => {
    for (const sign of signs) document.removeEventListener(sign, notice);
  };
}
