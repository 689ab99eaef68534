/** The kind of a column decides how each format writes it: amounts and times stay numbers and dates where the format supports them. */
export type ExportColumn<Row> = {
  readonly heading: string;
  /** In characters, approximately: used as is in spreadsheets, as a share of the page in PDF. */
  readonly width: number;
} & (
  | { readonly kind: 'text'; readonly value: (row: Row) => string | undefined }
  /** Micro-units. */
  | { readonly kind: 'amount'; readonly value: (row: Row) => bigint | undefined }
  | { readonly kind: 'time'; readonly value: (row: Row) => Date | undefined }
);

/** Rows under a title of their own. */
export type ExportSection<Row> = Pick<ExportTable<Row>, 'title' | 'subtitle' | 'columns' | 'batches'>;

export type ExportTable<Row> = {
  readonly title: string;
  /** Below the title, where the format has room: whose rows, which filters, when. */
  readonly subtitle: string;
  /** Sums above the rows of a PDF; the other formats have rows only. */
  readonly summary?: readonly { readonly label: string; readonly value: string; readonly isTotal?: boolean }[];
  readonly columns: readonly ExportColumn<Row>[];
  /** Read only as the file is consumed: memory does not grow with the number of rows. */
  readonly batches: AsyncIterable<readonly Row[]>;
  /** Below the rows of a PDF, with other columns; the other formats have one table. */
  readonly below?: ExportSection<Row>;
  /** Times are written in this zone. */
  readonly timeZone: string;
  readonly texts: {
    readonly page: (number: number) => string;
    /** Notice at the end of a file that cannot hold more rows. */
    readonly cut: (rowsMax: string) => string;
  };
};

/** Pull-based: when the consumer stops, reading rows stops. */
export type FileWriter = <Row>(table: ExportTable<Row>, language?: string) => AsyncGenerator<string | Uint8Array>;

/**
 * A stream that waits for its reader after every chunk. Several queued chunks form a linked list, whose old parts keep the new ones alive
 * until the next full collection: 50 MB more for a million rows.
 */
export const ONE_PIECE = { objectMode: false, highWaterMark: 1 } as const;

/** Rows in the portions a writer requests, independent of the batch size. */
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
