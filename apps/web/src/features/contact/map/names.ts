/** Where names stand on the map: whole, and clear of each other. All lengths are pixels of the drawing at its scale. */
export type Point = { readonly x: number; readonly y: number };
export type Rect = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };
/** A name as a row of discs, and what the drawing has to know to write it there. */
export type Spot<At> = { readonly at: At; readonly discs: readonly Point[] };
/** The spots of a name, the best first. */
export type Name<At> = { readonly key: string; readonly spots: readonly Spot<At>[] };

/** Half the height of a name of 12 pixels, with a pixel of air. */
const RADIUS = 8;
const STEP = 8;

const inside = ({ x, y }: Point, { left, top, right, bottom }: Rect, air: number): boolean =>
  x >= left + air && x <= right - air && y >= top + air && y <= bottom - air;
const touch = (one: Point, other: Point): boolean => Math.hypot(one.x - other.x, one.y - other.y) < 2 * RADIUS;

/**
 * In the order of their rank. A name stands where it is seen whole; one that is not in view at all stands where the map may be moved to;
 * one that would be cut by the view's edge, or lie on another, is left out.
 */
export function placeNames<At>(names: readonly Name<At>[], view: Rect, covered: readonly Rect[]): ReadonlyMap<string, At> {
  const taken: Point[] = [];
  const placed = new Map<string, At>();
  const isFree = ({ discs }: Spot<At>): boolean =>
    discs.every((disc) => !covered.some((rect) => inside(disc, rect, -RADIUS)) && !taken.some((other) => touch(disc, other)));
  const isSeen = ({ discs }: Spot<At>): boolean => discs.every((disc) => inside(disc, view, RADIUS));
  const isOut = ({ discs }: Spot<At>): boolean => !discs.some((disc) => inside(disc, view, -RADIUS));
  for (const { key, spots } of names) {
    const spot = spots.find((each) => isSeen(each) && isFree(each)) ?? spots.find((each) => isOut(each) && isFree(each));
    if (spot === undefined) continue;
    placed.set(key, spot.at);
    taken.push(...spot.discs);
  }
  return placed;
}

const between = (from: Point, to: Point, share: number): Point => ({
  x: from.x + (to.x - from.x) * share,
  y: from.y + (to.y - from.y) * share,
});
const distance = (from: Point, to: Point): number => Math.hypot(to.x - from.x, to.y - from.y);

function pointAt(line: readonly Point[], at: number): Point {
  let rest = at;
  for (const [index, from] of line.entries()) {
    const to = line[index + 1];
    if (to === undefined) return from;
    const length = distance(from, to);
    if (rest <= length) return between(from, to, rest / length);
    rest -= length;
  }
  return { x: 0, y: 0 };
}

const lengthOf = (line: readonly Point[]): number => line.reduce((sum, point, index) => sum + distance(line[index - 1] ?? point, point), 0);

/** The middles of discs that cover the width. */
function discsOver(width: number, pointOf: (at: number) => Point): Point[] {
  const room = Math.max(0, width - 2 * RADIUS);
  const count = Math.ceil(room / STEP);
  return Array.from({ length: count + 1 }, (_, index) => pointOf(RADIUS + (count === 0 ? 0 : (room * index) / count)));
}

/** Round a corner of more than 45 degrees letters crowd or stand on their heads: the ends are then this much nearer than the way between. */
const STRAIGHT_LEAST = 0.92;
function isStraight(discs: readonly Point[]): boolean {
  const [first, last] = [discs[0], discs.at(-1)];
  return first === undefined || last === undefined || distance(first, last) >= (discs.length - 1) * STEP * STRAIGHT_LEAST;
}

/** Along a line: from the wished middle (a share of its length) outwards. None where the name is longer than the line. */
export function spotsAlong(line: readonly Point[], width: number, wished: number): Spot<number>[] {
  const length = lengthOf(line);
  const [first, last] = [width / 2, length - width / 2];
  if (first > last) return [];
  const middle = Math.min(Math.max(wished * length, first), last);
  const [before, after] = [Math.floor(middle / STEP), Math.floor((length - middle) / STEP)];
  const points = Array.from({ length: before + 1 + after }, (_, index) => pointAt(line, middle + (index - before) * STEP));
  const reach = Math.ceil((width / 2 - RADIUS) / STEP); // discs on each side of the middle one
  const steps = Array.from({ length: Math.max(before, after) }, (_, index) => index + 1);
  return [0, ...steps.flatMap((step) => [step, -step])]
    .map((step) => ({ step, at: middle + step * STEP }))
    .filter(({ at }) => at >= first && at <= last)
    .map(({ step, at }) => ({ at, discs: points.slice(Math.max(0, before + step - reach), before + step + reach + 1) }))
    .filter(({ discs }) => isStraight(discs));
}

export type Side = 'start' | 'end' | 'above' | 'below';
/** From the dot to the name. */
export const DOT_GAP = 10;
export const DOT_LINE = 15;

/** Beside a dot, which belongs to the name: on the wished side, else on the other, below or above. */
export function spotsAround(dot: Point, width: number, wished: 'start' | 'end'): Spot<Side>[] {
  const leftOf: Readonly<Record<Side, Point>> = {
    start: { x: dot.x - DOT_GAP - width, y: dot.y },
    end: { x: dot.x + DOT_GAP, y: dot.y },
    below: { x: dot.x - width / 2, y: dot.y + DOT_LINE },
    above: { x: dot.x - width / 2, y: dot.y - DOT_LINE },
  };
  const sides: readonly Side[] = [wished, wished === 'start' ? 'end' : 'start', 'below', 'above'];
  return sides.map((at) => ({ at, discs: [dot, ...discsOver(width, (along) => ({ x: leftOf[at].x + along, y: leftOf[at].y }))] }));
}
