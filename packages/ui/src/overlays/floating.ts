import { onDemand } from '../on-demand';

/** What floats beside its button, with the code that finds its place (35 KB gzipped): no page needs it before somebody points at something. */
export const menuPart = onDemand(() => import('./menu-content'));
export const tooltipPart = onDemand(() => import('./tooltip-content'));

/** Fetches menus and tooltips in advance. A failure is ignored here: the first use tries again. */
export function prepareOverlays(): void {
  for (const part of [menuPart, tooltipPart]) part.load().catch(() => undefined);
}
