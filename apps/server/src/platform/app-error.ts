import { type ErrorCode, errorCatalogue, type FieldError } from '@stablegate/contract';

export type AppErrorOptions = {
  /** Replaces the catalogue's text when the caller needs numbers in it ("needed 0.50, available 0.10"). */
  message?: string;
  errors?: readonly FieldError[];
  /** What the caller needs to continue, such as a message to sign. */
  details?: Readonly<Record<string, unknown>>;
  retryAfterSeconds?: number;
  /** HTTP status where one code depends on the call (`invalid_code`: 422 at set-up, 401 at sign-in). */
  status?: number;
  cause?: unknown;
};

/** An expected refusal. Any other error is a bug and becomes a 500. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly status: number;
  readonly errors: readonly FieldError[] | undefined;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    readonly code: ErrorCode,
    options: AppErrorOptions = {},
  ) {
    super(options.message ?? errorCatalogue[code].message, { cause: options.cause });
    this.status = options.status ?? errorCatalogue[code].status;
    this.errors = options.errors;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

export const invalidValue = (path: string, message: string): AppError =>
  new AppError('invalid_value', { message, errors: [{ path, message }] });

/** A refusal because of one field. */
export const refusedField = (code: ErrorCode, path: string): AppError =>
  new AppError(code, { errors: [{ path, message: errorCatalogue[code].message }] });
