import { IconButton } from '@stablegate/ui';
import { Minus, Plus } from 'lucide-react';
import { type CSSProperties, useId, useState } from 'react';
import { useTranslation } from '../../../lib/i18n/texts';
import { OFFICE } from '../contact-details';
import { AREAS, lineOf, MAP, RAILWAY, STREETS, type StreetRank, shapeOf, xy } from './hanoi';
import { MapNames } from './map-names';
import { useMapView } from './use-map-view';

const pin = xy([OFFICE.latitude, OFFICE.longitude]);

/** Pixels per unit of the drawing, and the streets that are named at that scale. */
const SCALES: readonly { scale: number; named: readonly StreetRank[] }[] = [
  { scale: 1.1, named: ['main'] },
  { scale: 1.8, named: ['main', 'side'] },
  { scale: 2.8, named: ['main', 'side', 'lane'] },
];
const FIRST_LEVEL = 1;

/** Drawn from our own data and served by us: no map service learns who visits this page. */
export function LocationMap() {
  const { t } = useTranslation();
  const [level, setLevel] = useState(FIRST_LEVEL);
  const { scale, named } = SCALES[level] ?? { scale: 1, named: [] };
  const view = useMapView({ x: pin.x / MAP.width, y: pin.y / MAP.height }, scale);
  const id = useId();
  const streetPath = (index: number) => `${id}-${index}`;
  const zoomTo = (next: number) => {
    view.keepCentre();
    setLevel(next);
  };
  const label = t('Map: the office is in the centre of Hanoi, south of Hoan Kiem Lake and west of the Opera House.');
  return (
    <figure className="card map">
      <div className="map-frame">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll the map */}
        <section className="map-view" aria-label={label} tabIndex={0} {...view.props}>
          <svg
            viewBox={`0 0 ${MAP.width} ${MAP.height}`}
            width={MAP.width * scale}
            height={MAP.height * scale}
            style={{ '--map-scale': scale } as CSSProperties}
            role="img"
            aria-label={label}
          >
            <Ground />
            <Streets path={streetPath} />
            {view.seen !== undefined && <MapNames {...{ scale, named, pin, streetPath }} seen={view.seen} />}
            <Pin />
          </svg>
        </section>
        <div className="map-zoom" ref={view.zoom}>
          <IconButton
            label={t('Zoom in')}
            tooltipSide="left"
            icon={<Plus className="icon" aria-hidden="true" />}
            disabled={level === SCALES.length - 1}
            onClick={() => zoomTo(level + 1)}
          />
          <IconButton
            label={t('Zoom out')}
            tooltipSide="left"
            icon={<Minus className="icon" aria-hidden="true" />}
            disabled={level === 0}
            onClick={() => zoomTo(level - 1)}
          />
        </div>
      </div>
      <figcaption>{t('Drawn and served by us: no map service learns that you were here.')}</figcaption>
    </figure>
  );
}

const Ground = () => (
  <>
    {AREAS.map(({ kind, line }) => (
      <path key={shapeOf(line)} className={`map-${kind}`} d={shapeOf(line)} />
    ))}
    <path className="map-rail" d={lineOf(RAILWAY)} />
  </>
);

/** All edges before all fills, so that crossings are open. */
function Streets({ path }: { path: (index: number) => string }) {
  const lines = STREETS.map(({ rank, line }, index) => ({ rank, id: path(index), d: lineOf(line) }));
  return (
    <>
      {lines.map(({ id, rank, d }) => (
        <path key={id} id={id} className={`map-street map-edge map-${rank}`} d={d} />
      ))}
      {lines.map(({ id, rank, d }) => (
        <path key={id} className={`map-street map-${rank}`} d={d} />
      ))}
    </>
  );
}

const Pin = () => (
  <g transform={`translate(${pin.x} ${pin.y})`}>
    <g className="map-pin-size">
      <ellipse className="map-shadow" rx={9} ry={3.5} />
      <path className="map-pin" d="M0 0C-4 -10 -15 -16 -15 -28A15 15 0 0 1 15 -28C15 -16 4 -10 0 0Z" />
      {/* The brand's arch and coin, small. */}
      <path className="map-pin-arch" d="M-5.5 -22V-28A5.5 5.5 0 0 1 5.5 -28V-22" />
      <circle className="map-pin-coin" cy={-23} r={2} />
      <text className="map-name-pin" y={20}>
        Stablegate
      </text>
    </g>
  </g>
);
