import { describe, expect, test } from 'vitest';
import { cornersOf, STREETS } from './hanoi';
import { type Name, type Point, placeNames, type Rect, spotsAlong, spotsAround } from './names';

const VIEW: Rect = { left: 0, top: 0, right: 300, bottom: 200 };
const across: readonly Point[] = [
  { x: -200, y: 100 },
  { x: 500, y: 100 },
];
const down: readonly Point[] = [
  { x: 150, y: -200 },
  { x: 150, y: 400 },
];
const named = (key: string, line: readonly Point[], width: number, wished = 0.5): Name<number> => ({
  key,
  spots: spotsAlong(line, width, wished),
});

describe('names of a map', () => {
  test('two streets that cross are not both named at the crossing', () => {
    const placed = placeNames([named('across', across, 80), named('down', down, 80)], VIEW, []);
    expect(placed.get('across')).toBe(350);
    const offset = Math.abs((placed.get('down') ?? Number.NaN) - 300);
    expect(offset).toBeGreaterThan(40); // half a name, at least
    expect(offset).toBeLessThan(60);
  });

  test('a name moves along its street until the edge does not cut it', () => {
    const placed = placeNames([named('across', across, 80, 0.3)], VIEW, []);
    expect(placed.get('across')).toBeGreaterThanOrEqual(240); // 40 px from the edge, which is at 200
    expect(placed.get('across')).toBeLessThan(250);
  });

  test('a name moves away from what covers the map', () => {
    const zoom: Rect = { left: 120, top: 90, right: 180, bottom: 110 };
    expect(Math.abs((placeNames([named('across', across, 80)], VIEW, [zoom]).get('across') ?? 350) - 350)).toBeGreaterThan(70);
  });

  test('a street out of view is named where the map may be moved to', () => {
    const far = across.map(({ x, y }) => ({ x, y: y + 900 }));
    expect(placeNames([named('far', far, 80)], VIEW, []).get('far')).toBe(350);
  });

  test('a name longer than its street, or with no whole spot, is left out', () => {
    const short = [
      { x: 0, y: 50 },
      { x: 60, y: 50 },
    ];
    const crossing = [
      { x: 250, y: 50 },
      { x: 340, y: 50 },
    ];
    expect([...placeNames([named('short', short, 80), named('crossing', crossing, 80)], VIEW, []).keys()]).toEqual([]);
  });

  test('a name does not turn a corner', () => {
    const corner = [
      { x: 40, y: 20 },
      { x: 40, y: 180 },
      { x: 240, y: 180 },
    ];
    const at = placeNames([named('corner', corner, 80, 0.45)], VIEW, []).get('corner') ?? Number.NaN;
    expect(Math.abs(at - 160)).toBeGreaterThan(20); // 160 px along it is the corner
  });

  test('a place at the edge has its name on the other side', () => {
    const place = { key: 'opera', spots: spotsAround({ x: 280, y: 60 }, 110, 'end') };
    expect(placeNames([place], VIEW, []).get('opera')).toBe('start');
  });

  test('on every part of Hanoi no letters of two streets are within 12 pixels', () => {
    const scale = 1.8;
    const names = STREETS.map(({ line, name }, index) =>
      named(
        String(index),
        cornersOf(line).map(({ x, y }) => ({ x: x * scale, y: y * scale })),
        name.length * 6,
      ),
    );
    for (const left of [0, 200, 400, 600]) {
      const placed = placeNames(names, { left, right: left + 343, top: 100, bottom: 476 }, []);
      const rows = names.map(({ key, spots }) => spots.find(({ at }) => at === placed.get(key))?.discs ?? []);
      const near = rows.flatMap((row, index) =>
        rows
          .slice(index + 1)
          .flatMap((other) => row.flatMap((one) => other.filter((two) => Math.hypot(one.x - two.x, one.y - two.y) < 12))),
      );
      expect(near).toEqual([]);
      expect(placed.size).toBeGreaterThan(20);
    }
  });
});
