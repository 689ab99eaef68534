/** A value outside its range is a bug of the caller, never a refusal: user input is parsed before it gets here. */
export function requireRange(condition: boolean, message: string): asserts condition {
  if (!condition) throw new RangeError(message);
}
