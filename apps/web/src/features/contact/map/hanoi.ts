import type { Point } from './names';

/**
 * The centre of Hanoi around the office, as latitude and longitude: the streets with their own names, the lakes, the gardens, the river.
 * Streets are listed so that their names read from left to right, or upwards.
 */
type Place = readonly [latitude: number, longitude: number];
/** "latitude,longitude latitude,longitude …" */
type Line = string;
/** main: drawn wide, named at every scale · side: named from the middle scale on · lane: named at the largest. */
export type StreetRank = 'main' | 'side' | 'lane';
export type Street = {
  readonly name: string;
  readonly rank: StreetRank;
  readonly line: Line;
  /** Where on the line the name is centred, where the middle is a crossing. */
  readonly nameAt?: `${number}%`;
};

export const STREETS: readonly Street[] = [
  { name: 'Lê Duẩn', rank: 'main', line: '21.0155,105.8412 21.0197,105.8413 21.0243,105.8415 21.0275,105.8417 21.0288,105.8419' },
  { name: 'Điện Biên Phủ', rank: 'main', line: '21.034,105.8385 21.0312,105.8402 21.0288,105.8419' },
  { name: 'Cửa Nam', rank: 'side', line: '21.0288,105.8419 21.0281,105.8432' },
  { name: 'Tràng Thi', rank: 'main', line: '21.0281,105.8432 21.0277,105.8442 21.0271,105.8464 21.0262,105.8496 21.0256,105.8518' },
  { name: 'Hàng Khay', rank: 'main', line: '21.0256,105.8518 21.0252,105.8534' },
  { name: 'Tràng Tiền', rank: 'main', line: '21.0252,105.8534 21.0248,105.8555 21.0244,105.8571' },
  {
    name: 'Hai Bà Trưng',
    rank: 'main',
    line: '21.0275,105.8417 21.0266,105.8438 21.0257,105.846 21.0247,105.8492 21.024,105.8514 21.0236,105.853 21.0231,105.8551 21.0228,105.8566 21.0225,105.858',
  },
  {
    name: 'Lý Thường Kiệt',
    rank: 'main',
    line: '21.0258,105.8416 21.0253,105.8433 21.0243,105.8456 21.0233,105.8488 21.0226,105.8511 21.0221,105.8527 21.0216,105.8547 21.0213,105.8562 21.021,105.8576',
  },
  {
    name: 'Trần Hưng Đạo',
    rank: 'main',
    line: '21.0243,105.8415 21.0239,105.8429 21.0229,105.8451 21.0218,105.8483 21.021,105.8507 21.0206,105.8524 21.0201,105.8543 21.0197,105.8559 21.0194,105.8573 21.0185,105.8615',
    nameAt: '40%',
  },
  { name: 'Trần Quốc Toản', rank: 'side', line: '21.0216,105.8436 21.0206,105.8479 21.0199,105.8503', nameAt: '35%' },
  { name: 'Nguyễn Du', rank: 'side', line: '21.0204,105.8413 21.0203,105.8442 21.0194,105.8475 21.0187,105.85 21.0183,105.852' },
  { name: 'Hàm Long', rank: 'side', line: '21.0191,105.8521 21.0187,105.854 21.0182,105.8561' },
  { name: 'Trần Nhân Tông', rank: 'side', line: '21.0168,105.8412 21.0172,105.8468 21.017,105.8495 21.0166,105.8517', nameAt: '60%' },
  { name: 'Phan Bội Châu', rank: 'side', line: '21.0239,105.8429 21.0253,105.8433 21.0266,105.8438 21.0277,105.8442' },
  { name: 'Quán Sứ', rank: 'side', line: '21.0229,105.8451 21.0243,105.8456 21.0257,105.846 21.0271,105.8464 21.0286,105.8463' },
  { name: 'Yết Kiêu', rank: 'lane', line: '21.0203,105.8442 21.0216,105.8446 21.0229,105.8451' },
  { name: 'Hỏa Lò', rank: 'lane', line: '21.0239,105.8469 21.0253,105.8473' },
  {
    name: 'Quang Trung',
    rank: 'side',
    line: '21.0172,105.8468 21.0194,105.8475 21.0218,105.8483 21.0233,105.8488 21.0247,105.8492 21.0262,105.8496',
    nameAt: '58%',
  },
  {
    name: 'Bà Triệu',
    rank: 'main',
    line: '21.0155,105.8491 21.0187,105.85 21.021,105.8507 21.0226,105.8511 21.024,105.8514 21.0256,105.8518',
    nameAt: '82%',
  },
  { name: 'Phố Huế', rank: 'main', line: '21.0155,105.8515 21.0183,105.852 21.0206,105.8524' },
  { name: 'Hàng Bài', rank: 'main', line: '21.0206,105.8524 21.0221,105.8527 21.0236,105.853 21.0252,105.8534', nameAt: '78%' },
  {
    name: 'Ngô Quyền',
    rank: 'side',
    line: '21.0187,105.854 21.0201,105.8543 21.0216,105.8547 21.0231,105.8551 21.0248,105.8555 21.0264,105.8559 21.0281,105.8564',
  },
  { name: 'Phan Chu Trinh', rank: 'side', line: '21.0182,105.8556 21.0197,105.8559 21.0213,105.8562 21.0228,105.8566 21.0244,105.8571' },
  { name: 'Lê Thánh Tông', rank: 'side', line: '21.0194,105.8573 21.021,105.8576 21.0225,105.858 21.0237,105.8583' },
  { name: 'Lý Thái Tổ', rank: 'side', line: '21.0244,105.8571 21.0262,105.8567 21.0281,105.8564 21.0305,105.8555 21.0326,105.8547' },
  { name: 'Đinh Tiên Hoàng', rank: 'main', line: '21.0252,105.8534 21.0268,105.854 21.029,105.8543 21.0309,105.8538 21.0319,105.8524' },
  { name: 'Lê Thái Tổ', rank: 'main', line: '21.0256,105.8518 21.0268,105.8509 21.0286,105.8506 21.0305,105.8509 21.0319,105.8524' },
  { name: 'Lê Thạch', rank: 'lane', line: '21.0268,105.854 21.0264,105.8559 21.0262,105.8567' },
  { name: 'Lê Lai', rank: 'lane', line: '21.0279,105.8542 21.0281,105.8564 21.0281,105.8592' },
  { name: 'Trần Nguyên Hãn', rank: 'lane', line: '21.0289,105.8543 21.0293,105.856 21.0294,105.8586' },
  { name: 'Hàng Bông', rank: 'side', line: '21.0288,105.8434 21.0299,105.8458 21.0308,105.8478 21.0316,105.8494' },
  { name: 'Hàng Gai', rank: 'side', line: '21.0316,105.8494 21.0319,105.8508 21.0319,105.8524' },
  { name: 'Hàng Đào', rank: 'lane', line: '21.0319,105.8524 21.0345,105.8516' },
  { name: 'Hàng Trống', rank: 'lane', line: '21.0271,105.8507 21.0289,105.85 21.0318,105.8501' },
  { name: 'Nhà Chung', rank: 'lane', line: '21.0261,105.85 21.0274,105.8495 21.0288,105.8491' },
  { name: 'Lý Quốc Sư', rank: 'lane', line: '21.0288,105.8491 21.0313,105.8487' },
  { name: 'Phủ Doãn', rank: 'lane', line: '21.0268,105.8474 21.0285,105.8476 21.0306,105.8474' },
  { name: 'Phùng Hưng', rank: 'side', line: '21.0288,105.8419 21.0305,105.8437 21.0345,105.8452' },
  {
    name: 'Trần Quang Khải',
    rank: 'main',
    line: '21.0222,105.8609 21.0238,105.8604 21.0262,105.8596 21.0285,105.8585 21.0315,105.8567 21.0345,105.8551',
  },
  { name: 'Trần Khánh Dư', rank: 'main', line: '21.0155,105.8622 21.0185,105.8615 21.0222,105.8609' },
  { name: 'Tràng Tiền', rank: 'lane', line: '21.0237,105.8583 21.0236,105.8604' },
];

export const RAILWAY: Line = '21.0155,105.8405 21.0243,105.8407 21.0285,105.8412 21.0305,105.8432 21.0345,105.8447';

export type Area = { readonly kind: 'water' | 'park'; readonly line: Line };
/** Closed and smoothed. */
export const AREAS: readonly Area[] = [
  {
    kind: 'park',
    line: '21.0258,105.8522 21.0253,105.8531 21.0268,105.8538 21.029,105.8541 21.0308,105.8535 21.0316,105.8524 21.0305,105.8511 21.0286,105.8508 21.0269,105.8512',
  },
  {
    kind: 'water',
    line: '21.0262,105.8521 21.0259,105.8529 21.0271,105.8535 21.029,105.8537 21.0305,105.8532 21.0312,105.8523 21.0303,105.8514 21.0286,105.8511 21.0272,105.8515',
  },
  { kind: 'park', line: '21.0267,105.8543 21.0264,105.8556 21.0278,105.8557 21.0278,105.8545' },
  { kind: 'park', line: '21.0205,105.8447 21.0197,105.8471 21.0175,105.8464 21.0174,105.8447' },
  { kind: 'water', line: '21.02,105.8449 21.0195,105.8467 21.0178,105.8463 21.0177,105.8449' },
  { kind: 'park', line: '21.0165,105.8417 21.0169,105.8465 21.0167,105.8488 21.014,105.8483 21.014,105.8417' },
  { kind: 'water', line: '21.035,105.8589 21.032,105.8604 21.025,105.8633 21.018,105.864 21.014,105.8643 21.014,105.867 21.035,105.867' },
];

/** The names are translation keys, written along the line. */
export const WATERS = [
  { name: 'Hoan Kiem Lake', line: '21.0262,105.8525 21.0287,105.8524 21.031,105.8522' },
  { name: 'Red River', line: '21.031,105.8636 21.0245,105.8648 21.017,105.8655' },
] as const satisfies readonly { name: string; line: Line }[];

/** The names are translation keys; the side is where there is most room. */
export const PLACES = [
  { name: "St. Joseph's Cathedral", at: [21.0287, 105.8489], side: 'start' },
  { name: 'Hanoi Opera House', at: [21.0242, 105.8578], side: 'start' },
  { name: 'Hanoi Railway Station', at: [21.0244, 105.8409], side: 'end' },
] as const satisfies readonly { name: string; at: Place; side: 'start' | 'end' }[];

const WEST = 105.8385;
const NORTH = 21.0335;
/** True to scale at this latitude: a degree of longitude is cos(21.02°) of one of latitude. */
const UNITS_PER_DEGREE = { longitude: 23_336, latitude: 25_000 };
export const MAP = { width: 640, height: 440 } as const;

export const xy = ([latitude, longitude]: Place): Point => ({
  x: Math.round((longitude - WEST) * UNITS_PER_DEGREE.longitude * 10) / 10,
  y: Math.round((NORTH - latitude) * UNITS_PER_DEGREE.latitude * 10) / 10,
});

export const cornersOf = (line: Line): readonly Point[] =>
  line.split(' ').map((point) => {
    const [latitude = 0, longitude = 0] = point.split(',').map(Number);
    return xy([latitude, longitude]);
  });

export const lineOf = (line: Line): string =>
  cornersOf(line)
    .map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`)
    .join('');

/** Through the middles of the sides, with the corners as control points. */
export function shapeOf(line: Line): string {
  const corners = cornersOf(line);
  const middles = corners.map((corner, index) => {
    const next = corners[(index + 1) % corners.length] ?? corner;
    return { x: (corner.x + next.x) / 2, y: (corner.y + next.y) / 2 };
  });
  const last = middles.at(-1) ?? { x: 0, y: 0 };
  return `M${last.x} ${last.y}${corners.map(({ x, y }, index) => `Q${x} ${y} ${middles[index]?.x} ${middles[index]?.y}`).join('')}Z`;
}
