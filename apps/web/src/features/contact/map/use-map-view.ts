import { type PointerEvent, type UIEvent, useLayoutEffect, useRef } from 'react';

type Share = { readonly x: number; readonly y: number };

const placeOf = ({ scrollLeft, scrollTop, clientWidth, clientHeight }: Element) => ({
  x: scrollLeft,
  y: scrollTop,
  width: clientWidth,
  height: clientHeight,
});

/** The scrolled part of the map. Its centre stays where it was when the scale changes; `first` is shown first. */
export function useMapView(first: Share, scale: number) {
  const view = useRef<HTMLElement>(null);
  const centre = useRef(first);
  const placed = useRef<ReturnType<typeof placeOf>>(undefined);
  const dragged = useRef<{ x: number; y: number }>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another scale makes the drawing wider
  useLayoutEffect(() => {
    const frame = view.current;
    if (frame === null) return;
    const centreIt = () => {
      frame.scrollLeft = centre.current.x * frame.scrollWidth - frame.clientWidth / 2;
      frame.scrollTop = centre.current.y * frame.scrollHeight - frame.clientHeight / 2;
      placed.current = placeOf(frame);
    };
    centreIt();
    const resized = new ResizeObserver(centreIt);
    resized.observe(frame);
    return () => resized.disconnect();
  }, [scale]);
  const keepCentre = () => {
    const frame = view.current;
    if (frame === null) return;
    centre.current = {
      x: (frame.scrollLeft + frame.clientWidth / 2) / frame.scrollWidth,
      y: (frame.scrollTop + frame.clientHeight / 2) / frame.scrollHeight,
    };
  };
  return {
    keepCentre,
    props: {
      ref: view,
      // Fingers scroll natively; a mouse has to drag.
      onPointerDown: ({ pointerType, button, clientX, clientY, currentTarget, pointerId }: PointerEvent) => {
        if (pointerType !== 'mouse' || button !== 0) return;
        currentTarget.setPointerCapture(pointerId);
        dragged.current = { x: clientX, y: clientY };
      },
      onPointerMove: ({ clientX, clientY, currentTarget }: PointerEvent) => {
        const last = dragged.current;
        if (last === undefined) return;
        currentTarget.scrollBy(last.x - clientX, last.y - clientY);
        dragged.current = { x: clientX, y: clientY };
      },
      onLostPointerCapture: () => {
        dragged.current = undefined;
        keepCentre();
      },
      // Also ends a scrolling of our own, by then perhaps in a frame of another size: only a person's scrolling moves the centre.
      onScrollEnd: ({ currentTarget }: UIEvent) => {
        const now = placeOf(currentTarget);
        const { x, y, width, height } = placed.current ?? now;
        if (now.width === width && now.height === height && (now.x !== x || now.y !== y)) keepCentre();
      },
    },
  };
}
