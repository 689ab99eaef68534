import { assert } from '../../../platform/assert';

/**
 * VietQR: the EMVCo merchant-presented format (tag, two-digit length, value) as NAPAS defines it for a transfer to an account (service
 * QRIBFTTA of the NAPAS 247 network).
 */
const NAPAS_GUID = 'A000000727';
const TO_ACCOUNT = 'QRIBFTTA';
const VND = '704'; // ISO 4217
const CRC_TAG = '6304';
const VALUE_MAX = 99;

const field = (tag: string, value: string): string => {
  assert(value.length > 0 && value.length <= VALUE_MAX, `field ${tag} has ${value.length} characters`);
  return `${tag}${value.length.toString().padStart(2, '0')}${value}`;
};

/** CRC-16/CCITT-FALSE: polynomial 0x1021, starts at 0xFFFF, over everything including the CRC's own tag and length. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text, 'utf8')) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021;
    crc &= 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

export type QrTransfer = {
  readonly bin: string;
  readonly account: string;
  readonly amountVnd: bigint;
  /** Plain ASCII: the transfer's text at the payer's bank. */
  readonly reference: string;
};

export function vietQrPayload({ bin, account, amountVnd, reference }: QrTransfer): string {
  assert(amountVnd > 0n, `a transfer of ${amountVnd} VND`);
  const beneficiary = field('00', bin) + field('01', account);
  const body = [
    field('00', '01'), // format version
    field('01', '12'), // single use
    field('38', field('00', NAPAS_GUID) + field('01', beneficiary) + field('02', TO_ACCOUNT)),
    field('53', VND),
    field('54', amountVnd.toString()),
    field('58', 'VN'),
    field('62', field('08', reference)),
    CRC_TAG,
  ].join('');
  return body + crc16(body);
}
