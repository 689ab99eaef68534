import { Menu as Radix } from 'radix-ui/internal';
import { type ReactNode, type RefObject, useRef } from 'react';
import { isKeyboardInput } from '../forms/input-modality';
import { MenuPartsContext } from './menu.parts';

export type MenuContentProps = {
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
  button: RefObject<HTMLElement | null>;
  buttonId: string;
  id: string;
  align: 'start' | 'center' | 'end';
  children: ReactNode;
};

/**
 * By keyboard the first item gets the focus. The library does so too, but only if it was there when the key was pressed, and the first
 * press may have fetched it.
 */
function focusFirst(event: Event): void {
  const content = event.target;
  if (!isKeyboardInput() || !(content instanceof HTMLElement)) return;
  const first = content.querySelector<HTMLElement>('[role^="menuitem"]:not([data-disabled])');
  if (first === null) return;
  event.preventDefault();
  first.focus({ preventScroll: true });
}

/** As the library's dropdown menu, except that its button is not part of it: a button that is replaced when this arrives would lose a click. */
export function MenuContent({ isOpen, onOpenChange, button, buttonId, id, align, children }: MenuContentProps) {
  const isLeftForOther = useRef(false);
  const returnFocus = (event: Event) => {
    event.preventDefault();
    if (!isLeftForOther.current) button.current?.focus();
    isLeftForOther.current = false;
  };
  return (
    <MenuPartsContext value={Radix}>
      <Radix.Root open={isOpen} onOpenChange={onOpenChange} modal={false}>
        <Radix.Anchor virtualRef={button as RefObject<HTMLElement>} />
        <Radix.Portal>
          <Radix.Content
            id={id}
            aria-labelledby={buttonId}
            className="menu"
            align={align}
            sideOffset={4}
            collisionPadding={8}
            onCloseAutoFocus={returnFocus}
            onInteractOutside={() => {
              isLeftForOther.current = true;
            }}
            {...{ onOpenAutoFocus: focusFirst }}
          >
            {children}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </MenuPartsContext>
  );
}
