import { EPUSDT_CODES, type EpusdtReply, type ErrorCode } from '@stablegate/contract';
import type { AppError } from '../platform/app-error';

/** Ours as Epusdt's; everything else is its general refusal, with our text. */
const CODES: Readonly<Partial<Record<ErrorCode, number>>> = {
  invalid_api_key: EPUSDT_CODES.signature,
  request_id_reused: EPUSDT_CODES.duplicateOrder,
  store_has_no_address: EPUSDT_CODES.noAddress,
  too_many_open_invoices_for_amount: EPUSDT_CODES.noFreeAmount,
  callback_port_refused: EPUSDT_CODES.parameters,
  invalid_value: EPUSDT_CODES.parameters,
  malformed_json: EPUSDT_CODES.parameters,
  malformed_request: EPUSDT_CODES.parameters,
  unsupported_media_type: EPUSDT_CODES.parameters,
};
const TEXTS: Readonly<Partial<Record<ErrorCode, string>>> = {
  invalid_api_key: 'The signature is wrong, or the store does not accept these calls.',
  request_id_reused: 'This order_id was already used.',
};

/** Plugins read status_code; at Epusdt the HTTP status is 200. Overload and faults keep theirs, for proxies and retries. */
export const epusdtStatus = ({ status }: AppError): number => (status === 429 || status >= 500 ? status : 200);

export function epusdtRefusal(error: AppError, requestId: string): EpusdtReply {
  const own = error.details?.status_code;
  return {
    status_code: typeof own === 'number' ? own : (CODES[error.code] ?? EPUSDT_CODES.system),
    message: TEXTS[error.code] ?? error.message,
    data: null,
    request_id: requestId,
  };
}
