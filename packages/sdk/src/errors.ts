import type { RefusalCode } from './api-types';

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

/** No answer came: no connection, or none in time. Whether the call was carried out is unknown; `createInvoice` may simply be repeated. */
export class StablegateUnreachableError extends Error {
  override readonly name = 'StablegateUnreachableError';
}

export const isRefusal = (error: unknown, code?: RefusalCode): error is StablegateError =>
  error instanceof StablegateError && (code === undefined || error.code === code);
