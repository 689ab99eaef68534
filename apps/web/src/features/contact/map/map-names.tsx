import { useMemo } from 'react';
import { type TFunction, useTranslation } from '../../../lib/i18n/texts';
import { cornersOf, lineOf, PLACES, STREETS, type StreetRank, WATERS, xy } from './hanoi';
import { DOT_GAP, DOT_LINE, type Name, type Point, placeNames, type Rect, type Side, spotsAlong, spotsAround } from './names';
import type { Seen } from './use-map-view';

type At = number | Side;
type MapNamesProps = { scale: number; named: readonly StreetRank[]; pin: Point; seen: Seen; streetPath: (index: number) => string };

const RANKS: readonly StreetRank[] = ['main', 'side', 'lane'];
const middleOf = (nameAt: string | undefined): number => Number.parseInt(nameAt ?? '50', 10) / 100;

/** The pin and its word below, in pixels at every scale. */
const pinRects = ({ x, y }: Point): readonly Rect[] => [
  { left: x - 16, right: x + 16, top: y - 46, bottom: y + 4 },
  { left: x - 42, right: x + 42, top: y + 8, bottom: y + 26 },
];

const NAME = '12px';
let context: CanvasRenderingContext2D | null | undefined;
/** As wide as the page's own letters make it. */
function widthOf(text: string, weight = 400): number {
  context ??= document.createElement('canvas').getContext('2d');
  if (context === null) return 0;
  context.font = `${weight} ${NAME} ${getComputedStyle(document.body).fontFamily}`;
  return context.measureText(text).width;
}

const scaled = ({ x, y }: Point, scale: number): Point => ({ x: x * scale, y: y * scale });

/** Those with the fewest spots first: the lake and the river are short, a dot has four, a street as many as it is long. */
function namesOf(t: TFunction, scale: number, named: readonly StreetRank[]): readonly Name<At>[] {
  const along = (line: string, text: string, wished: number) =>
    spotsAlong(
      cornersOf(line).map((corner) => scaled(corner, scale)),
      widthOf(text),
      wished,
    );
  return [
    ...WATERS.map(({ name, line }) => ({ key: name, spots: along(line, t(name), 0.5) })),
    ...PLACES.map(({ name, at, side }) => ({ key: name, spots: spotsAround(scaled(xy(at), scale), widthOf(t(name), 600), side) })),
    ...RANKS.filter((rank) => named.includes(rank)).flatMap((rank) =>
      STREETS.flatMap((street, index) =>
        street.rank === rank ? [{ key: String(index), spots: along(street.line, street.name, middleOf(street.nameAt)) }] : [],
      ),
    ),
  ];
}

export function MapNames({ scale, named, pin, seen, streetPath }: MapNamesProps) {
  const { t } = useTranslation();
  const placed = useMemo(
    () => placeNames(namesOf(t, scale, named), seen.view, [...pinRects(scaled(pin, scale)), seen.zoom]),
    [t, scale, named, pin, seen],
  );
  return (
    <>
      {STREETS.map(({ name, rank, line }, index) => (
        <LineName
          key={line}
          className={`map-name-${rank}`}
          path={streetPath(index)}
          at={placed.get(String(index))}
          scale={scale}
          text={name}
        />
      ))}
      {WATERS.map(({ name, line }) => (
        <g key={name}>
          <path id={name} className="map-line" d={lineOf(line)} />
          <LineName className="map-name-water" path={name} at={placed.get(name)} scale={scale} text={t(name)} />
        </g>
      ))}
      {PLACES.map(({ name, at }) => (
        <PlaceName key={name} dot={xy(at)} side={placed.get(name)} scale={scale} text={t(name)} />
      ))}
    </>
  );
}

type LineNameProps = { className: string; path: string; at: At | undefined; scale: number; text: string };

const LineName = ({ className, path, at, scale, text }: LineNameProps) =>
  typeof at === 'number' && (
    <text className={`map-name ${className}`}>
      <textPath href={`#${path}`} startOffset={at / scale}>
        {text}
      </textPath>
    </text>
  );

const OFFSETS: Readonly<Record<Side, Point>> = {
  start: { x: -DOT_GAP, y: 0 },
  end: { x: DOT_GAP, y: 0 },
  below: { x: 0, y: DOT_LINE },
  above: { x: 0, y: -DOT_LINE },
};

/** Without room for its name a dot says nothing. */
function PlaceName({ dot, side, scale, text }: { dot: Point; side: At | undefined; scale: number; text: string }) {
  if (side === undefined || typeof side === 'number') return null;
  const { x, y } = OFFSETS[side];
  return (
    <>
      <circle className="map-place" cx={dot.x} cy={dot.y} />
      <text className="map-name map-name-place" data-side={side} x={dot.x + x / scale} y={dot.y + y / scale}>
        {text}
      </text>
    </>
  );
}
