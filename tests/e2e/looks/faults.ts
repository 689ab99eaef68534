import type { Page } from '@playwright/test';

/** What a look at the picture would find too: wider than the screen, or a word that is cut without an ellipsis. */
export const faultsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const root = document.documentElement;
    const nameOf = (element: Element): string =>
      `${element.tagName.toLowerCase()}.${[...element.classList].join('.')} "${(element.textContent ?? '').trim().slice(0, 40)}"`;
    const isShown = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (root.scrollWidth > root.clientWidth) {
      const beyond = [...document.body.querySelectorAll('*')].find((element) => {
        const { right, left, width } = element.getBoundingClientRect();
        return width > 0 && (right > root.clientWidth + 1 || left < -1) && isShown(element);
      });
      found.push(`wider than the screen by ${root.scrollWidth - root.clientWidth} px: ${beyond === undefined ? '?' : nameOf(beyond)}`);
    }
    for (const dialog of document.querySelectorAll('[role$="dialog"]')) {
      if (dialog.scrollWidth > dialog.clientWidth)
        found.push(`wider than its dialog by ${dialog.scrollWidth - dialog.clientWidth} px: ${nameOf(dialog)}`);
    }
    for (const element of document.body.querySelectorAll<HTMLElement>('button, a, h1, h2, h3, p, span, dt, dd, label, td, th, div')) {
      const hasText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '');
      if (!hasText || element.clientWidth < 2) continue;
      const style = getComputedStyle(element);
      const isCut = style.overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1 && style.overflowX !== 'auto';
      // An ellipsis is drawn in blocks alone.
      const hasEllipsis = style.textOverflow === 'ellipsis' && !/flex|grid/.test(style.display);
      if (isCut && !hasEllipsis && isShown(element)) found.push(`cut: ${nameOf(element)}`);
      // An address or a Latin name in a right-to-left line: the ellipsis would stand for its beginning.
      const isBackward =
        style.direction === 'rtl' && style.unicodeBidi !== 'plaintext' && /^[^\p{L}]*\p{Script=Latin}/u.test(element.textContent ?? '');
      if (isCut && hasEllipsis && isBackward && isShown(element)) found.push(`cut at its beginning: ${nameOf(element)}`);
    }
    // Aligned to the end, a row of buttons leaves its place at the start: nothing scrolls there, and it covers its neighbour.
    const SLACK = 12; // a ghost button is pulled out by its padding
    for (const element of document.body.querySelectorAll<HTMLElement>('button, a.btn')) {
      const place = element.parentElement;
      if (place === null || !/flex|grid/.test(getComputedStyle(place).display) || getComputedStyle(element).position !== 'static') continue;
      const [own, given] = [element.getBoundingClientRect(), place.getBoundingClientRect()];
      const isOut = own.left < given.left - SLACK || own.right > given.right + SLACK;
      if (isOut && getComputedStyle(place).overflowX === 'visible' && isShown(element)) found.push(`sticks out: ${nameOf(element)}`);
    }
    return found;
  });
