import { describe, expect, test } from 'vitest';
import { type AddressFacts, conclude, isBusyAt } from './address-facts';

const facts = (kind: AddressFacts['kind'], isBusy = false): AddressFacts => ({ kind, isBusy });

describe('what nodes report about an address', () => {
  test.each([
    [100, 300, 300, false],
    [101, 300, 300, true],
    [9, 10, 8_000, false], // sample too small
    [10, 10, 8_000, true],
    [10, 1_000, 8_000, false], // 80 an hour
    [13, 1_000, 8_000, true], // 104 an hour
    [0, 0, 8_000, false],
  ])('%i transfers in %i of the %i blocks of an hour: busy %s', (count, read, hour, isBusy) => {
    expect(isBusyAt(count, read, hour)).toBe(isBusy);
  });

  test('a token anywhere in the family is refused; a contract only needs confirmation and names its network', () => {
    expect(conclude(facts('wallet'), [facts('token')]).refusal).toEqual({ code: 'address_is_token' });
    expect(conclude({ ...facts('token_account'), owner: 'x' }, []).refusal).toEqual({ code: 'address_is_token_account', owner: 'x' });
    expect(conclude(facts('contract'), [facts('contract')])).toMatchObject({ refusal: undefined, warnings: ['contract'] });
    expect(conclude(facts('wallet'), [facts('contract')]).warnings).toEqual(['contract_elsewhere']);
    expect(conclude(facts('program'), []).warnings).toEqual(['program_address']);
  });

  test('busy on one network is busy; an unknown address is accepted', () => {
    expect(conclude(facts('wallet'), [facts('wallet', true)])).toEqual({ refusal: undefined, warnings: [], isBusy: true });
    expect(conclude(undefined, [])).toEqual({ refusal: undefined, warnings: [], isBusy: false });
  });
});
