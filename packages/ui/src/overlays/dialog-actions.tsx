import { type ReactNode, useLayoutEffect, useRef } from 'react';

/** Positions are fractions of a pixel on a zoomed page. */
const ROUNDING_PX = 1;

const goesOn = ({ scrollHeight, clientHeight, scrollTop }: Element): boolean => scrollHeight - clientHeight - scrollTop > ROUNDING_PX;

/**
 * The buttons at the end of a dialog, the primary one last: in a row at its end, or as wide as the dialog where no row holds them. Where the
 * dialog goes on below them, they are marked: it may end between two fields, and would look complete.
 */
export function DialogActions({ children }: { children: ReactNode }) {
  const row = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const dialog = row.current?.closest('.dialog');
    if (!dialog) return;
    const mark = () => void row.current?.toggleAttribute('data-more', goesOn(dialog));
    // A dialog as high as the screen keeps its size when its content grows.
    const resized = new ResizeObserver(mark);
    for (const part of [dialog, ...dialog.children]) resized.observe(part);
    dialog.addEventListener('scroll', mark, { passive: true });
    mark();
    return () => {
      resized.disconnect();
      dialog.removeEventListener('scroll', mark);
    };
  }, []);
  return (
    <div ref={row} className="dialog-actions">
      <div className="dialog-buttons">{children}</div>
    </div>
  );
}
