/** What a column holds decides how each kind of file writes it: amounts and times stay numbers and dates where the file knows them. */
export type ExportColumn<Row> = {
  readonly heading: string;
  /** In characters, about: spreadsheets take it as it is, a page is divided by it. */
  readonly width: number;
} & (
  | { readonly kind: 'text'; readonly value: (row: Row) => string | undefined }
  /** Micro-units. */
  | { readonly kind: 'amount'; readonly value: (row: Row) => bigint | undefined }
  | { readonly kind: 'time'; readonly value: (row: Row) => Date | undefined }
);

export type ExportTable<Row> = {
  readonly title: string;
  /** Under the title, where the file has room for it: whose rows, which filters, when. */
  readonly subtitle: string;
  readonly columns: readonly ExportColumn<Row>[];
  /** Read on only when the file has gone out so far: memory does not grow with the number of rows. */
  readonly batches: AsyncIterable<readonly Row[]>;
  /** Times are written as the clocks of this zone show them. */
  readonly timeZone: string;
  readonly texts: {
    readonly page: (number: number) => string;
    /** Said at the end of a file that cannot hold more rows. */
    readonly cut: (rowsMax: number) => string;
  };
};

/** Pulled piece by piece; whoever stops pulling also stops the reading of rows. */
export type FileWriter = <Row>(table: ExportTable<Row>) => AsyncGenerator<string | Uint8Array>;

/**
 * A stream that waits for its reader after every piece. Several waiting pieces form a linked list, whose old parts keep the new ones
 * alive until the next full collection: 50 MB more for a million rows.
 */
export const ONE_PIECE = { objectMode: false, highWaterMark: 1 } as const;

/** Rows in the portions a writer asks for, whatever the size of the batches they come in. */
export type RowSource<Row> = { take(max: number): Promise<readonly Row[]>; close(): Promise<void> };

export function rowSourceOf<Row>(batches: AsyncIterable<readonly Row[]>): RowSource<Row> {
  const iterator = batches[Symbol.asyncIterator]();
  let waiting: readonly Row[] = [];
  let next = 0;
  return {
    take: async (max) => {
      while (next >= waiting.length) {
        const batch = await iterator.next();
        if (batch.done === true) return [];
        waiting = batch.value;
        next = 0;
      }
      const taken = waiting.slice(next, next + max);
      next += taken.length;
      return taken;
    },
    close: async () => void (await iterator.return?.()),
  };
}
