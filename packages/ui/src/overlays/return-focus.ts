import { useMemo, useRef } from 'react';

/**
 * Radix returns the focus to a dialog's trigger; ours are opened by code and have none. So the previously focused element gets it back. A
 * dialog that follows another one keeps the first one's element.
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
        // The page has not moved below the dialog: focusing a tall part of it, such as the main area, would scroll to its top.
        before.current?.focus({ preventScroll: true });
      },
    }),
    [],
  );
}
