/** Joins class names and drops falsy ones: classes('btn', isBlock && 'btn-block'). */
export const classes = (...names: readonly (string | false | null | undefined)[]): string | undefined =>
  names.filter((name) => typeof name === 'string' && name !== '').join(' ') || undefined;
