import { Portal } from 'radix-ui';
import { DismissableLayer, Popper } from 'radix-ui/internal';
import { type ReactNode, type RefObject, useEffect } from 'react';

export type TooltipContentProps = {
  id: string;
  target: RefObject<HTMLElement | null>;
  side: 'top' | 'right' | 'bottom' | 'left';
  onClose: () => void;
  onEnter: () => void;
  onLeave: () => void;
  children: ReactNode;
};

/** Of several, the last one: a keyboard's hint must not stay beside the pointer's. */
let closeOther: (() => void) | undefined;

export function TooltipContent({ id, target, side, onClose, onEnter, onLeave, children }: TooltipContentProps) {
  useEffect(() => {
    closeOther?.();
    closeOther = onClose;
    const scrolled = (event: Event) => {
      if (event.target instanceof Node && event.target.contains(target.current)) onClose();
    };
    window.addEventListener('scroll', scrolled, { capture: true });
    return () => {
      if (closeOther === onClose) closeOther = undefined;
      window.removeEventListener('scroll', scrolled, { capture: true });
    };
  }, [onClose, target]);
  return (
    <Popper.Root>
      <Popper.Anchor virtualRef={target as RefObject<HTMLElement>} />
      <Portal.Root asChild>
        <DismissableLayer.Root asChild onFocusOutside={(event) => event.preventDefault()} onDismiss={onClose}>
          <Popper.Content
            id={id}
            role="tooltip"
            className="tooltip"
            data-state="open"
            side={side}
            sideOffset={6}
            collisionPadding={8}
            onPointerEnter={() => onEnter()}
            onPointerLeave={onLeave}
          >
            {children}
          </Popper.Content>
        </DismissableLayer.Root>
      </Portal.Root>
    </Popper.Root>
  );
}
