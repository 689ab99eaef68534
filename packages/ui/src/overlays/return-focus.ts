import { useMemo, useRef } from 'react';

/**
 * Radix gives the focus back to a dialog's trigger; ours are opened by code and have none. So whatever had the focus before
 * gets it back. A dialog that follows another one keeps the first one's place.
 */
export function useReturnFocus() {
  const before = useRef<HTMLElement | null>(null);
  return useMemo(
    () => ({
      onOpenAutoFocus: () => {
        const focused = document.activeElement;
        if (focused instanceof HTMLElement && focused !== document.body && focused.closest('[role="alertdialog"]') === null) {
          before.current = focused;
        }
      },
      onCloseAutoFocus: (event: Event) => {
        event.preventDefault();
        before.current?.focus();
      },
    }),
    [],
  );
}
