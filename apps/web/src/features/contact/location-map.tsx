import type { SVGProps } from 'react';
import { useTranslation } from 'react-i18next';
import { OFFICE } from './contact-details';

/** The centre of Hanoi: degrees to the 640 × 400 units of the drawing, true to scale at this latitude. */
const WEST = 105.8375;
const NORTH = 21.0345;
const UNITS_PER_DEGREE = { longitude: 23_358, latitude: 25_000 };
const pin = {
  x: (OFFICE.longitude - WEST) * UNITS_PER_DEGREE.longitude,
  y: (NORTH - OFFICE.latitude) * UNITS_PER_DEGREE.latitude,
};

const WATER = [
  'M338 72C362 66 373 90 371 120C369 150 375 190 363 212C350 224 333 216 329 200C323 170 327 140 329 110C330 92 328 76 338 72Z',
  'M500 -4C540 40 590 150 602 237C610 300 616 350 620 404H644V-4Z',
];
const MAIN_ROADS = [
  'M410 -4C450 60 512 150 537 250C546 300 550 350 553 404',
  'M94 -4V404',
  'M462 254L372 228L322 226L152 156L94 140',
  'M556 424L94 256',
];
const ROADS = [
  'M480 302L94 176',
  'M470 350L94 216',
  'M372 228L346 404',
  'M336 228L300 404',
  'M456 254L420 404',
  'M256 198L216 404',
  'M326 58C312 110 314 180 322 226',
  'M340 56C378 54 390 130 378 230',
  'M340 56L152 134L94 140',
  'M266 146L316 142',
  'M340 56L410 -4',
  'M378 130L512 162',
  'M190 118L210 182',
  'M152 156L128 404',
];
const RAILWAY = 'M76 -4V404';

/** Drawn by hand and served by us: no map service learns who visits this page. */
export function LocationMap() {
  const { t } = useTranslation();
  return (
    <figure className="card map">
      <svg
        viewBox="0 0 640 400"
        preserveAspectRatio="xMidYMid slice"
        role="img"
        aria-label={t('Sketch map: the office is in the centre of Hanoi, south of Hoan Kiem Lake and west of the Opera House.')}
      >
        {ROADS.map((d) => (
          <path key={d} className="map-road" d={d} />
        ))}
        {MAIN_ROADS.map((d) => (
          <path key={d} className="map-road map-road-main" d={d} />
        ))}
        {WATER.map((d) => (
          <path key={d} className="map-water" d={d} />
        ))}
        <path className="map-rail" d={RAILWAY} />
        <Names />
        <Pin />
      </svg>
      <figcaption>{t('A simplified map of the area. Use Get directions to find your way.')}</figcaption>
    </figure>
  );
}

function Names() {
  const { t } = useTranslation();
  return (
    <g>
      <Place x={266} y={146} name={t("St. Joseph's Cathedral")} at={{ dx: 34, dy: -10, textAnchor: 'end' }} />
      <Place x={470} y={257} name={t('Hanoi Opera House')} at={{ dx: 22, dy: 20, textAnchor: 'end' }} />
      <g className="map-edge">
        <Place x={94} y={256} name={t('Hanoi Railway Station')} at={{ dx: 10, dy: 4 }} />
      </g>
      <text className="map-name map-name-water" x={350} y={148} transform="rotate(-88 350 148)">
        {t('Hoan Kiem Lake')}
      </text>
      <text className="map-name map-name-water" x={596} y={120} transform="rotate(66 596 120)">
        {t('Red River')}
      </text>
      <text className="map-name" x={206} y={90}>
        {t('Old Quarter')}
      </text>
      <text className="map-name map-name-road" x={418} y={236} transform="rotate(16 418 236)">
        Tràng Tiền
      </text>
      <text className="map-name map-name-road" x={250} y={265} transform="rotate(19.6 250 265)">
        Lý Thường Kiệt
      </text>
      <text className="map-name map-name-road" x={226} y={298} transform="rotate(20 226 298)">
        Trần Hưng Đạo
      </text>
    </g>
  );
}

type PlaceProps = {
  x: number;
  y: number;
  name: string;
  /** Where the name stands, seen from its dot. */
  at: Pick<SVGProps<SVGTextElement>, 'dx' | 'dy' | 'textAnchor'>;
};

const Place = ({ x, y, name, at }: PlaceProps) => (
  <g>
    <circle className="map-place" cx={x} cy={y} r={4} />
    <text className="map-name" x={x} y={y} {...at}>
      {name}
    </text>
  </g>
);

const Pin = () => (
  <g transform={`translate(${pin.x} ${pin.y})`}>
    <ellipse className="map-shadow" rx={9} ry={3.5} />
    <path className="map-pin" d="M0 0C-4 -10 -15 -16 -15 -28A15 15 0 0 1 15 -28C15 -16 4 -10 0 0Z" />
    {/* The brand's arch and coin, small. */}
    <path className="map-pin-arch" d="M-5.5 -22V-28A5.5 5.5 0 0 1 5.5 -28V-22" />
    <circle className="map-pin-coin" cy={-23} r={2} />
    <text className="map-name map-name-pin" y={20}>
      Stablegate
    </text>
  </g>
);
