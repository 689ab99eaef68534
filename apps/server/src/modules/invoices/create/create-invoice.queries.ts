import { must } from '../../../platform/assert';
import type { Queryable } from '../../../platform/db/db';
import { prepare } from '../../../platform/db/prepared';

export type NewInvoiceRow = {
  readonly id: string;
  readonly transId: string;
  readonly storeId: string;
  readonly userId: string | null;
  readonly requestId: string | null;
  readonly inputHash: Buffer;
  readonly name: string;
  readonly description: string | null;
  readonly callbackUrl: string | null;
  readonly successUrl: string | null;
  readonly cancelUrl: string | null;
  readonly amountMicros: bigint;
  readonly feeMicros: bigint;
  /** The fee is reserved for what is created from then on; null: never. */
  readonly chargedFrom: Date | null;
  readonly networks: readonly string[];
  /** How far a sandbox has moved business time: the database knows only its own. */
  readonly movedMs: number;
  readonly expiryMinutes: number;
  /** After expiry. */
  readonly monitoringMinutes: number;
  readonly timeZone: string;
  readonly consumers: readonly string[];
  /** What searches find it by. */
  readonly searched: { readonly name: string; readonly description: string | null; readonly keys: readonly number[] };
};
/** Which payables to try; with `takeOverFrom`, the lowest one, a reservation that ended long ago may change hands. */
export type Candidates = { readonly payables: readonly bigint[]; readonly takeOverFrom: bigint | null };

export type Creation = {
  readonly outcome: 'created' | 'existing' | 'no_address' | 'crowded' | 'none_left';
  readonly transId: string;
  readonly inputHash: Buffer;
  readonly amountMicros: bigint;
  readonly payableMicros: bigint;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** How many of the candidates nobody has; null when the first was free. */
  readonly free: number | null;
  /** Of the balance, after the fee was reserved; null when none is charged. */
  readonly availableMicros: bigint | null;
};

/** Numbers need no quoting, which the driver would do for each of a hundred. */
const numbers = (values: readonly (bigint | number)[]): string => `{${values.join(',')}}`;

const PARAMETERS = 25;
const runCreateInvoice = prepare<Creation>(
  'create_invoice',
  `select outcome, trans_id as "transId", input_hash as "inputHash", amount as "amountMicros", payable as "payableMicros",
          created_at as "createdAt", expires_at as "expiresAt", free, available as "availableMicros"
     from create_invoice(${Array.from({ length: PARAMETERS }, (_, index) => `$${index + 1}`).join(', ')})`,
);

/** One statement; sql/create_invoice.sql says what it does under which locks. */
export async function createInvoiceRow(tx: Queryable, row: NewInvoiceRow, candidates: Candidates): Promise<Creation> {
  const { name, description, keys } = row.searched;
  const { payables, takeOverFrom } = candidates;
  // biome-ignore format: in the order of the function's parameters, a line for each kind
  const rows = await runCreateInvoice(tx, [
    row.id, row.transId, row.storeId, row.userId, row.requestId, row.inputHash,
    row.name, row.description, row.callbackUrl, row.successUrl, row.cancelUrl,
    row.amountMicros, row.feeMicros, row.chargedFrom?.toISOString() ?? null, row.networks, numbers(payables), takeOverFrom,
    row.movedMs, row.expiryMinutes, row.monitoringMinutes, row.timeZone, row.consumers,
    name, description, numbers(keys),
  ]);
  return must(rows[0], 'the answer of create_invoice');
}

/** What create_invoice raises when the fee cannot be reserved: the available balance, else undefined. */
export function lackingBalance(error: unknown): bigint | undefined {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'SG402') return undefined;
  return 'detail' in error && typeof error.detail === 'string' ? BigInt(error.detail) : 0n;
}
