import type pg from 'pg';
import { readColumns } from './dump-schema';

/** bigint stays bigint in code; columns that PostgreSQL fills in itself are optional on insert. */
const TYPES: Record<string, string> = {
  bigint: 'bigint',
  integer: 'number',
  smallint: 'number',
  'double precision': 'number',
  numeric: 'string',
  text: 'string',
  uuid: 'string',
  xid8: 'string',
  inet: 'string',
  boolean: 'boolean',
  bytea: 'Buffer',
  jsonb: 'Json',
  date: 'string',
  'timestamp with time zone': 'Timestamp',
};

/** Ids are branded: a row of one entity cannot be looked up by the id of another. */
const IDS_OF_TABLES: Record<string, string> = {
  api_keys: 'ApiKeyId',
  bank_transfers: 'BankTransferId',
  callback_deliveries: 'DeliveryId',
  contact_messages: 'ContactMessageId',
  deposits: 'DepositId',
  invoice_texts: 'InvoiceId',
  invoices: 'InvoiceId',
  passkeys: 'PasskeyId',
  payment_links: 'PaymentLinkId',
  queued_mails: 'MailId',
  refunds: 'RefundId',
  sessions: 'SessionId',
  store_endpoints: 'EndpointId',
  store_wallets: 'WalletId',
  stores: 'StoreId',
  team_invitations: 'InvitationId',
  transfers: 'TransferId',
  users: 'UserId',
};
const IDS_IN_COLUMNS: Record<string, string> = {
  account_id: 'UserId',
  created_by: 'UserId',
  delivery_id: 'DeliveryId',
  deposit_id: 'DepositId',
  endpoint_id: 'EndpointId',
  hold_id: 'HoldId',
  invoice_id: 'InvoiceId',
  ledger_entry: 'EntryId',
  link_id: 'PaymentLinkId',
  owner_id: 'UserId',
  member_id: 'UserId',
  replaced_by: 'ApiKeyId',
  setup_session_id: 'SessionId',
  store_id: 'StoreId',
  transfer_id: 'TransferId',
  user_id: 'UserId',
};
const idOf = (table: string, column: string): string | undefined => (column === 'id' ? IDS_OF_TABLES[table] : IDS_IN_COLUMNS[column]);

function typeOf(type: string, where: string): string {
  const element = type.endsWith('[]') ? type.slice(0, -2) : type;
  const found = element.startsWith('numeric') ? 'string' : TYPES[element];
  if (found === undefined) throw new Error(`${where} has type ${type}, which has no counterpart in generate-types.ts`);
  return type.endsWith('[]') ? `${found}[]` : found;
}

export async function generateTypes(client: pg.Client): Promise<string> {
  const columns = await readColumns(client);
  const tables = [...new Set(columns.map((column) => column.table))];
  const interfaces = tables.map((table) => {
    const fields = columns
      .filter((column) => column.table === table)
      .map((column) => {
        const type = idOf(table, column.column) ?? typeOf(column.type, `${table}.${column.column}`);
        const base = `${type}${column.notNull ? '' : ' | null'}`;
        if (column.identity === 'a') return `  ${column.column}: GeneratedAlways<${base}>;`;
        return `  ${column.column}: ${column.default !== null || column.identity === 'd' ? `Generated<${base}>` : base};`;
      });
    return `export interface ${pascal(table)}Table {\n${fields.join('\n')}\n}`;
  });
  const index = tables.map((table) => `  ${table}: ${pascal(table)}Table;`);
  return [
    '// Written by `npm run schema` from the migrated database; do not edit.',
    "import type { ColumnType, Generated, GeneratedAlways } from 'kysely';",
    `import type { ${[...new Set([...Object.values(IDS_OF_TABLES), ...Object.values(IDS_IN_COLUMNS)])].sort().join(', ')} } from '../id-types';`,
    'export type Timestamp = ColumnType<Date, Date | string, Date | string>;',
    'export type Json = ColumnType<unknown, string, string>;',
    ...interfaces,
    `export interface Database {\n${index.join('\n')}\n}`,
    '',
  ].join('\n\n');
}

const pascal = (name: string): string =>
  name
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
