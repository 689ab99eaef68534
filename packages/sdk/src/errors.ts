/** A refusal of the gateway, with the code to act on. */
export class StablegateError extends Error {
  override readonly name = 'StablegateError';

  constructor(
    readonly code: string,
    message: string,
    readonly httpStatus: number,
    readonly requestId: string | undefined,
    /** Which fields were refused, where the code is about values. */
    readonly errors: readonly { path: string; message: string }[] = [],
  ) {
    super(message);
  }
}
