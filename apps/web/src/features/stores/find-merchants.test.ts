import { describe, expect, it } from 'vitest';
import { findMerchants } from './store-rules';

const roasters = { name: 'Hanoi Roasters', merchantId: 'MER-7H2K9Q' };
const bakery = { name: 'Tiệm bánh Đà Lạt', merchantId: 'MER-X41PZC' };

describe('findMerchants', () => {
  it('finds by a part of the name or of the merchant id, case-insensitively', () => {
    expect(findMerchants([roasters, bakery], 'ROAST')).toEqual([roasters]);
    expect(findMerchants([roasters, bakery], 'x41p')).toEqual([bakery]);
    expect(findMerchants([roasters, bakery], 'đà lạt')).toEqual([bakery]);
  });

  it('ignores blanks around the search and returns all when it is empty', () => {
    expect(findMerchants([roasters, bakery], '  hanoi ')).toEqual([roasters]);
    expect(findMerchants([roasters, bakery], '   ')).toEqual([roasters, bakery]);
  });

  it('finds nothing without a match', () => {
    expect(findMerchants([roasters, bakery], 'saigon')).toEqual([]);
  });
});
