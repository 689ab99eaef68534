import type { Metadata, Network } from '@stablegate/contract';
import { USUAL_FEES } from '@stablegate/rules';
import { assertDefined } from '../../../platform/assert';
import type { Queryable } from '../../../platform/db/db';
import { prepare } from '../../../platform/db/prepared';
import type { InvoiceId, StoreId, UserId } from '../../../platform/id-types';
import { currentCaller } from '../../../platform/request-author';
import type { EpusdtOrder } from '../invoices.queries';
import { searchable } from '../read/invoice-list';

export type NewInvoiceRow = {
  readonly id: InvoiceId;
  readonly transId: string;
  readonly storeId: StoreId;
  readonly userId: UserId | null;
  readonly requestId: string | null;
  readonly inputHash: Buffer;
  readonly name: string;
  readonly description: string | null;
  readonly callbackUrl: string | null;
  readonly successUrl: string | null;
  readonly cancelUrl: string | null;
  readonly metadata: Metadata | null;
  readonly epusdt: EpusdtOrder | null;
  readonly withMainKey: boolean;
  readonly amountMicros: bigint;
  readonly feeMicros: bigint;
  /** The fee is reserved for invoices created from then on; null: never. */
  readonly chargedFrom: Date | null;
  readonly networks: readonly string[];
  /** How far a sandbox has moved business time, which the database does not know. */
  readonly movedMs: number;
  readonly expiryMinutes: number;
  /** After expiry. */
  readonly monitoringMinutes: number;
};
/** Payables to try; reservations that ended long ago may be taken over, from `takeOverFrom` upwards. */
export type Candidates = { readonly payables: readonly bigint[]; readonly takeOverFrom: bigint | null };

export type Creation = {
  readonly outcome: 'created' | 'existing' | 'no_address' | 'crowded' | 'none_left';
  readonly transId: string;
  readonly inputHash: Buffer;
  readonly amountMicros: bigint;
  readonly payableMicros: bigint;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** Offered networks and their addresses, in the same order. */
  readonly networks: readonly Network[];
  readonly addresses: readonly string[];
  /** How many of the candidates are free; null when the first was. */
  readonly free: number | null;
  /** Remaining balance after the fee was reserved; null when none is charged. */
  readonly availableMicros: bigint | null;
};

/** A PostgreSQL array literal. */
const numbers = (values: readonly (bigint | number)[]): string => `{${values.join(',')}}`;

/** Two amounts at such a distance are confused when an exchange keeps its fee. */
const OFFSETS = numbers(USUAL_FEES.flatMap((fee) => [fee, -fee]));

/** The argument of `create_invoice`. */
function argumentOf(row: NewInvoiceRow, { payables, takeOverFrom }: Candidates): string {
  return JSON.stringify({
    id: row.id,
    trans_id: row.transId,
    store_id: row.storeId,
    user_id: row.userId,
    request_id: row.requestId,
    input_hash: `\\x${row.inputHash.toString('hex')}`,
    name: row.name,
    description: row.description,
    callback_url: row.callbackUrl,
    success_url: row.successUrl,
    cancel_url: row.cancelUrl,
    metadata: row.metadata ?? undefined,
    epusdt: row.epusdt ?? undefined,
    actor: currentCaller()?.actor,
    with_main_key: row.withMainKey,
    amount: row.amountMicros.toString(),
    fee: row.feeMicros.toString(),
    charged_from: row.chargedFrom,
    networks: row.networks,
    candidates: numbers(payables),
    offsets: OFFSETS,
    take_over_from: takeOverFrom?.toString(),
    ahead_ms: row.movedMs,
    expiry_minutes: row.expiryMinutes,
    monitoring_minutes: row.monitoringMinutes,
    name_searched: searchable(row.name),
    description_searched: row.description === null ? null : searchable(row.description),
  });
}

const runCreateInvoice = prepare<Creation>(
  'create_invoice',
  `select outcome, trans_id as "transId", input_hash as "inputHash", amount as "amountMicros", payable as "payableMicros",
          created_at as "createdAt", expires_at as "expiresAt", free, available as "availableMicros",
          networks, addresses
     from create_invoice($1::jsonb)`,
);

/** One statement; sql/create_invoice.sql documents its effects and locks. */
export async function createInvoiceRow(tx: Queryable, row: NewInvoiceRow, candidates: Candidates): Promise<Creation> {
  const rows = await runCreateInvoice(tx, [argumentOf(row, candidates)]);
  return assertDefined(rows[0], 'the answer of create_invoice');
}

/** The available balance if create_invoice could not reserve the fee, otherwise undefined. */
export function lackingBalance(error: unknown): bigint | undefined {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'SG402') return undefined;
  return 'detail' in error && typeof error.detail === 'string' ? BigInt(error.detail) : 0n;
}
