/** A number from the command line. `Number.parseFloat` would read "5x" as 5, and "five" as NaN, which no loop reaches. */
export function numberOption(name: string, text: string, least: number): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isFinite(value) && value >= least) return value;
  process.stderr.write(`--${name} must be a number of at least ${least}, not "${text}".\n`);
  process.exit(2);
}
