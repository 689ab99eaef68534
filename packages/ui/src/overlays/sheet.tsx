import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, type TouchEvent, useRef } from 'react';
import { useReturnFocus } from './return-focus';

/** Specification 1: swiping down by more than 70 px closes it. */
const SWIPE_DOWN_MIN_PX = 70;

export type SheetProps = { open: boolean; onOpenChange: (open: boolean) => void; title: string; children: ReactNode };

const isScrolled = (target: EventTarget, within: Element): boolean => {
  for (let node = target instanceof Element ? target : null; node !== null && node !== within; node = node.parentElement) {
    if (node.scrollTop > 0) return true;
  }
  return false;
};

/** A panel at the start side of a phone, closed by the overlay, Escape and a swipe down. */
export function Sheet({ open, onOpenChange, title, children }: SheetProps) {
  const returnFocus = useReturnFocus();
  const startY = useRef<number | undefined>(undefined);
  const touchStart = (event: TouchEvent) => {
    // On a scrolled list the same gesture scrolls back up: then it is not for the sheet.
    startY.current = isScrolled(event.target, event.currentTarget) ? undefined : event.touches[0]?.clientY;
  };
  const touchEnd = (event: TouchEvent) => {
    const endY = event.changedTouches[0]?.clientY;
    if (startY.current !== undefined && endY !== undefined && endY - startY.current > SWIPE_DOWN_MIN_PX) onOpenChange(false);
    startY.current = undefined;
  };
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="scrim" />
        <Radix.Content className="sheet" aria-describedby={undefined} {...returnFocus} onTouchStart={touchStart} onTouchEnd={touchEnd}>
          <Radix.Title className="sr-only">{title}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
