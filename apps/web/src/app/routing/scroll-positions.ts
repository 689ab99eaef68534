import type { Location } from 'react-router';

const STORAGE_KEY = 'scroll-positions';
/** Whoever does one of these has decided where to look. */
const OWN_SCROLLING = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

function stored(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}');
  } catch {
    return {}; // refused or damaged: pages start at their top
  }
}

/** The first entry of every document has the same key, and a tab in the query is another page. */
const placeOf = ({ key, pathname, search }: Location): string => `${key} ${pathname}${search}`;

/** Scrolls there as soon as the page is tall enough, unless its reader scrolls first; returns what gives up. */
function scrollWhenTall(top: number): () => void {
  const observer = new ResizeObserver(() => {
    window.scrollTo(0, top);
    if (window.scrollY >= top - 1) stop();
  });
  const stop = () => {
    observer.disconnect();
    for (const sign of OWN_SCROLLING) window.removeEventListener(sign, stop);
  };
  for (const sign of OWN_SCROLLING) window.addEventListener(sign, stop, { passive: true });
  observer.observe(document.body);
  return stop;
}

/** Where each place of this tab's history was scrolled to, also over a reload. */
export function createScrollPositions() {
  const positions = stored();
  let giveUp = () => {};
  window.history.scrollRestoration = 'manual';
  return {
    keep: (location: Location): void => {
      positions[placeOf(location)] = window.scrollY;
    },
    /** On leaving the document; the browser restores one that it kept in memory. */
    save: (location: Location): void => {
      positions[placeOf(location)] = window.scrollY;
      try {
        sessionStorage.setItem(STORAGE_KEY, JSON.stringify(positions));
      } catch {
        // Refused: the page starts at its top.
      }
    },
    show: (location: Location): void => {
      giveUp();
      const before = positions[placeOf(location)];
      const target = location.hash === '' ? null : document.getElementById(decodeURIComponent(location.hash.slice(1)));
      if (before === undefined && target !== null) {
        target.scrollIntoView();
        return;
      }
      const top = before ?? 0;
      window.scrollTo(0, top);
      if (window.scrollY < top - 1) giveUp = scrollWhenTall(top);
    },
  };
}
