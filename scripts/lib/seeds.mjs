/** "1..10", "3,7" or a single one. */
export function seedsOf(text) {
  const [, first, last] = /^(\d+)\.\.(\d+)$/.exec(text) ?? [];
  if (first === undefined) return text.split(',');
  const from = Number.parseInt(first, 10);
  return Array.from({ length: Math.max(0, Number.parseInt(last, 10) - from + 1) }, (_, index) => String(from + index));
}
