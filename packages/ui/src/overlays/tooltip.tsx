import { type PointerEvent, type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react';
import { isKeyboardInput } from '../forms/input-modality';
import { useOnDemand } from '../on-demand';
import { Slot } from '../slot';
import { prepareOverlays, tooltipPart } from './floating';

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
/** On the way from the button to the hint the pointer is over neither (WCAG 1.4.13: a hint can be pointed at). */
const CROSSING_MS = 150;

function useHint() {
  const [isOpen, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const turn = useCallback((open: boolean, afterMs = 0) => {
    clearTimeout(timer.current);
    if (afterMs === 0) setOpen(open);
    else timer.current = setTimeout(() => setOpen(open), afterMs);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    isOpen,
    open: useCallback((afterMs?: number) => turn(true, afterMs), [turn]),
    close: useCallback(() => turn(false), [turn]),
    leave: useCallback(() => turn(false, CROSSING_MS), [turn]),
  };
}

/** Its content is fetched when somebody points at the child or reaches it by keyboard. */
export function Tooltip({ text, children, side = 'top', enabled = true }: TooltipProps) {
  const { isOpen, open, close, leave } = useHint();
  const id = useId();
  const target = useRef<HTMLElement>(null);
  /** Until the pointer leaves: one that was pressed away must not come back by the next movement. */
  const isPointedAt = useRef(false);
  const isWanted = isOpen && enabled;
  const part = useOnDemand(tooltipPart, isWanted, close);
  const point = ({ pointerType }: PointerEvent) => {
    if (pointerType === 'touch' || isPointedAt.current || !enabled) return;
    isPointedAt.current = true;
    prepareOverlays();
    open(DELAY_MS);
  };
  const pointAway = () => {
    isPointedAt.current = false;
    leave();
  };
  return (
    <>
      <Slot
        ref={target}
        aria-describedby={isWanted && part ? id : undefined}
        onPointerMove={point}
        onPointerLeave={pointAway}
        onPointerDown={close}
        onClick={close}
        // A closing menu returns the focus to its button; that alone must not open the tooltip.
        onFocus={() => enabled && isKeyboardInput() && open()}
        onBlur={close}
      >
        {children}
      </Slot>
      {isWanted && part && (
        <part.TooltipContent id={id} target={target} side={side} onClose={close} onEnter={open} onLeave={leave}>
          {text}
        </part.TooltipContent>
      )}
    </>
  );
}
