/** The errors a shop can get and act on. A newer gateway may have more: `code` then still contains its value. */
export const REFUSAL_CODES = [
  'malformed_json',
  'invalid_api_key',
  'api_key_ended',
  'insufficient_balance',
  'store_inactive',
  'missing_scope',
  'key_address_not_allowed',
  'not_found',
  'request_id_reused',
  'invoice_not_open',
  'body_too_large',
  'unsupported_media_type',
  'invalid_value',
  'store_has_no_address',
  'too_many_open_invoices_for_amount',
  'rate_limited',
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

export type RefusalDetails = {
  readonly httpStatus: number;
  readonly requestId: string | undefined;
  /** Which fields were refused, where the code is about values. */
  readonly errors: readonly { readonly path: string; readonly message: string }[];
  /** How long to wait, where the gateway asked to slow down. */
  readonly retryAfterSeconds: number | undefined;
};

/** A refusal by the gateway, with the code to act on. */
export class StablegateError extends Error implements RefusalDetails {
  override readonly name = 'StablegateError';
  readonly httpStatus: number;
  readonly requestId: string | undefined;
  readonly errors: RefusalDetails['errors'];
  readonly retryAfterSeconds: number | undefined;

  constructor(
    readonly code: RefusalCode | (string & {}),
    message: string,
    details: RefusalDetails,
  ) {
    super(message);
    this.httpStatus = details.httpStatus;
    this.requestId = details.requestId;
    this.errors = details.errors;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

export const isRefusal = (error: unknown, code?: RefusalCode): error is StablegateError =>
  error instanceof StablegateError && (code === undefined || error.code === code);
