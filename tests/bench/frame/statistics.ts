export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export const spreadOf = (values: readonly number[]): readonly [number, number] => [Math.min(...values), Math.max(...values)];

/** Slope of the least-squares line through (log size, log cost): 0 is flat, 1 is linear. */
export function logLogSlope(points: ReadonlyArray<{ readonly size: number; readonly cost: number }>): number {
  const logs = points.map(({ size, cost }) => ({ x: Math.log(size), y: Math.log(cost) }));
  const meanX = logs.reduce((sum, { x }) => sum + x, 0) / logs.length;
  const meanY = logs.reduce((sum, { y }) => sum + y, 0) / logs.length;
  const above = logs.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0);
  const below = logs.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
  return above / below;
}

export type Contender = { readonly name: string; round(): Promise<number> };

/** A/B/A/B: other load on the machine affects all of them alike. */
export async function interleave(contenders: readonly Contender[], rounds: number): Promise<Map<string, number[]>> {
  const figures = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const contender of contenders) figures.get(contender.name)?.push(await contender.round());
  }
  return figures;
}
