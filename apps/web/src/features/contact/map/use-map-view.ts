import { type PointerEvent, type UIEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Rect } from './names';

/** The visible part of the drawing, and what the buttons cover of it, in pixels from its corner. */
export type Seen = { readonly view: Rect; readonly zoom: Rect };
type Share = { readonly x: number; readonly y: number };

const placeOf = ({ scrollLeft, scrollTop, clientWidth, clientHeight }: Element) => ({
  x: scrollLeft,
  y: scrollTop,
  width: clientWidth,
  height: clientHeight,
});

function seenOf(frame: Element, zoom: Element | null): Seen {
  const drawing = frame.firstElementChild?.getBoundingClientRect() ?? { left: 0, top: 0 };
  const onDrawing = (element: Element): Rect => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return { left: left - drawing.left, top: top - drawing.top, right: right - drawing.left, bottom: bottom - drawing.top };
  };
  return { view: onDrawing(frame), zoom: onDrawing(zoom ?? frame) };
}

/** The scrolled part of the map. Its centre stays where it was when the scale changes; `first` is shown first. */
export function useMapView(first: Share, scale: number) {
  const view = useRef<HTMLElement>(null);
  const centre = useRef(first);
  const zoom = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState<Seen>();
  const placed = useRef<ReturnType<typeof placeOf>>(undefined);
  const dragged = useRef<{ x: number; y: number }>(undefined);
  const look = () => view.current !== null && setSeen(seenOf(view.current, zoom.current));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another scale makes the drawing wider
  useLayoutEffect(() => {
    const frame = view.current;
    if (frame === null) return;
    const centreIt = () => {
      frame.scrollLeft = centre.current.x * frame.scrollWidth - frame.clientWidth / 2;
      frame.scrollTop = centre.current.y * frame.scrollHeight - frame.clientHeight / 2;
      placed.current = placeOf(frame);
      look();
    };
    centreIt();
    void document.fonts.ready.then(look); // letters of another width
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
    seen,
    zoom,
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
        look();
      },
      // Also ends a scrolling of our own, by then perhaps in a frame of another size: only a person's scrolling moves the centre.
      onScrollEnd: ({ currentTarget }: UIEvent) => {
        const now = placeOf(currentTarget);
        const { x, y, width, height } = placed.current ?? now;
        if (now.width === width && now.height === height && (now.x !== x || now.y !== y)) keepCentre();
        if (dragged.current === undefined) look();
      },
    },
  };
}
