import { Tooltip as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

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

export function Tooltip({ text, children, side = 'top', enabled = true }: TooltipProps) {
  return (
    <Radix.Provider delayDuration={DELAY_MS}>
      <Radix.Root open={enabled ? undefined : false}>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content className="tooltip" side={side} sideOffset={6} collisionPadding={8}>
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
