import { describe, expect, it } from 'vitest';
import { findStores } from './store-rules';

const roasters = { name: 'Hanoi Roasters', merchantId: 'MER-7H2K9Q' };
const bakery = { name: 'Tiệm bánh Đà Lạt', merchantId: 'MER-X41PZC' };

describe('findStores', () => {
  it('finds by a part of the name or of the merchant id, case-insensitively', () => {
    expect(findStores([roasters, bakery], 'ROAST')).toEqual([roasters]);
    expect(findStores([roasters, bakery], 'x41p')).toEqual([bakery]);
    expect(findStores([roasters, bakery], 'đà lạt')).toEqual([bakery]);
  });

  it('ignores blanks around the search and returns all when it is empty', () => {
    expect(findStores([roasters, bakery], '  hanoi ')).toEqual([roasters]);
    expect(findStores([roasters, bakery], '   ')).toEqual([roasters, bakery]);
  });

  it('finds nothing without a match', () => {
    expect(findStores([roasters, bakery], 'saigon')).toEqual([]);
  });
});
