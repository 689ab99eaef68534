import { Tooltip as Radix } from 'radix-ui';
import type { FocusEvent, ReactNode } from 'react';
import { isKeyboardInput } from '../forms/input-modality';

export type TooltipProps = {
  text: ReactNode;
  /** One focusable element. */
  children: ReactNode;
  side?: 'top' | 'right' | 'bottom' | 'left';
  /** Off leaves the child unchanged, so that a collapsed and an open sidebar share one tree. */
  enabled?: boolean;
};

/** The pointer's hint is delayed; keyboards get it immediately. */
const DELAY_MS = 300;

/** A closing menu returns the focus to its button; that alone must not open the tooltip. */
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
