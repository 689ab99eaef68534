/**
 * Every column with values sealed with the master key. A rotation re-encrypts exactly these; a test compares the list with the schema,
 * where such columns are named `…_sealed`.
 */
export type SealedColumn = { readonly table: string; readonly key: string; readonly column: string; readonly purpose: string };

export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'queued_mails', key: 'id', column: 'mail_sealed', purpose: 'mail' },
  { table: 'store_endpoints', key: 'id', column: 'previous_secret_sealed', purpose: 'callback-secret' },
  { table: 'store_endpoints', key: 'id', column: 'secret_sealed', purpose: 'callback-secret' },
  { table: 'store_epusdt', key: 'store_id', column: 'token_sealed', purpose: 'epusdt-token' },
  { table: 'stores', key: 'id', column: 'api_key_sealed', purpose: 'api-key' },
  { table: 'stores', key: 'id', column: 'callback_secret_sealed', purpose: 'callback-secret' },
  { table: 'stores', key: 'id', column: 'previous_callback_secret_sealed', purpose: 'callback-secret' },
  { table: 'totp_secrets', key: 'user_id', column: 'secret_sealed', purpose: 'totp' },
];
