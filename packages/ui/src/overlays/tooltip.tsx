import { Tooltip as Radix } from 'radix-ui';
import type { FocusEvent, ReactNode } from 'react';
import { isKeyboardInput } from '../forms/input-modality';

export type TooltipProps = {
  text: ReactNode;
  /** One element that can take focus. */
  children: ReactNode;
  side?: 'top' | 'right' | 'bottom' | 'left';
  /** Off leaves the child as it is, so a collapsed and an open sidebar share one tree. */
  enabled?: boolean;
};

/** The hint for those who know the icon comes late; keyboards get it at once. */
const DELAY_MS = 300;

/** A menu that closes gives its button the focus back; that alone is no question about the button. */
const onlyByKeyboard = (event: FocusEvent) => {
  if (!isKeyboardInput()) event.preventDefault();
};

export function Tooltip({ text, children, side = 'top', enabled = true }: TooltipProps) {
  return (
    <Radix.Provider delayDuration={DELAY_MS}>
      <Radix.Root open={enabled ? undefined : false}>
        <Radix.Trigger asChild onFocus={onlyByKeyboard}>
          {children}
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Content className="tooltip" side={side} sideOffset={6} collisionPadding={8}>
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
