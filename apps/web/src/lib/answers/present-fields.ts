/** The fields of an answer that are present: one that is null or an empty text counts as one that is absent, and leaves its place to the default. */
export const presentFields = <Row extends object>(row: Row) =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== undefined && value !== '')) as {
    readonly [Key in keyof Row]?: NonNullable<Row[Key]>;
  };

/** An answer of which fields may be missing or null. */
export type Answered<Row, Left extends keyof Row> = Omit<Row, Left> & { readonly [Key in Left]?: Row[Key] | null | undefined };
