import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { crc16, vietQrPayload } from './vietqr.domain';

test('CRC-16/CCITT-FALSE: the check value of the catalogue, and the example of the NAPAS format (v1.5.2)', () => {
  expect(crc16('123456789')).toBe('29B1');
  expect(crc16('00020101021138570010A00000072701270006970403011200110123456780208QRIBFTTA53037045802VN6304')).toBe('F4E5');
});

describe('published payloads are reproduced exactly', () => {
  test.each([
    // github.com/xuannghia/vietnam-qr-pay and its ports
    [
      { bin: '970416', account: '257678859', amountVnd: 10_000n, reference: 'Chuyen tien' },
      '00020101021238530010A0000007270123000697041601092576788590208QRIBFTTA53037045405100005802VN62150811Chuyen tien630453E6',
    ],
    // github.com/subiz/vietqr
    [
      { bin: '970415', account: '0011001932418', amountVnd: 120_000n, reference: 'ung ho lu lut' },
      '00020101021238570010A00000072701270006970415011300110019324180208QRIBFTTA530370454061200005802VN62170813ung ho lu lut6304C15C',
    ],
  ])('%#', (transfer, payload) => expect(vietQrPayload(transfer)).toBe(payload));
});

/** Tag, two-digit length, value: parsed as a banking app would. */
function read(payload: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (let at = 0; at < payload.length; ) {
    const length = Number.parseInt(payload.slice(at + 2, at + 4), 10);
    fields.set(payload.slice(at, at + 2), payload.slice(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return fields;
}

test('every payload decodes to its input, and a wrong character breaks its checksum', () => {
  const letters = (unit: string, minLength: number, maxLength: number) =>
    fc.string({ unit: fc.constantFrom(...unit), minLength, maxLength });
  const transfers = fc.record({
    bin: letters('0123456789', 6, 6),
    account: letters('0123456789ABCXYZ', 4, 19),
    amountVnd: fc.bigInt({ min: 1n, max: 1_000_000_000_000n }),
    reference: letters('ABCDEFGHIJ0123456789', 10, 10),
  });
  fc.assert(
    fc.property(transfers, fc.nat(), (transfer, place) => {
      const payload = vietQrPayload(transfer);
      const fields = read(payload);
      const account = read(read(fields.get('38') ?? '').get('01') ?? '');
      expect([account.get('00'), account.get('01')]).toEqual([transfer.bin, transfer.account]);
      expect(fields.get('54')).toBe(transfer.amountVnd.toString());
      expect(read(fields.get('62') ?? '').get('08')).toBe(transfer.reference);
      expect(fields.get('63')).toBe(crc16(payload.slice(0, -4)));
      const at = place % (payload.length - 4);
      const wrong = `${payload.slice(0, at)}${payload[at] === '0' ? '1' : '0'}${payload.slice(at + 1)}`;
      expect(crc16(wrong.slice(0, -4))).not.toBe(wrong.slice(-4));
    }),
  );
});
