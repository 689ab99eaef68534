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

/** Put once around the app: the first tooltip waits, the next ones come at once. */
export const TooltipProvider = ({ children }: { children: ReactNode }) => <Radix.Provider delayDuration={300}>{children}</Radix.Provider>;

export function Tooltip({ text, children, side = 'top', enabled = true }: TooltipProps) {
  return (
    <Radix.Root open={enabled ? undefined : false}>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className="tooltip" side={side} sideOffset={6} collisionPadding={8}>
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
