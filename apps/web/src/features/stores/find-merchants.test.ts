import { describe, expect, it } from 'vitest';
import { findMerchants, pageOf } from './find-merchants';

const roasters = { name: 'Hanoi Roasters', merchantId: 'MER-7H2K9Q' };
const bakery = { name: 'Tiệm bánh Đà Lạt', merchantId: 'MER-X41PZC' };

describe('findMerchants', () => {
  it('finds by a part of the name or of the merchant id, whatever the letter case', () => {
    expect(findMerchants([roasters, bakery], 'ROAST')).toEqual([roasters]);
    expect(findMerchants([roasters, bakery], 'x41p')).toEqual([bakery]);
    expect(findMerchants([roasters, bakery], 'đà lạt')).toEqual([bakery]);
  });

  it('ignores blanks around the search and keeps all when it is empty', () => {
    expect(findMerchants([roasters, bakery], '  hanoi ')).toEqual([roasters]);
    expect(findMerchants([roasters, bakery], '   ')).toEqual([roasters, bakery]);
  });

  it('finds nothing where nothing matches', () => {
    expect(findMerchants([roasters, bakery], 'saigon')).toEqual([]);
  });
});

describe('pageOf', () => {
  const rows = Array.from({ length: 23 }, (_, index) => index + 1);

  it('shows ten a page and says which', () => {
    expect(pageOf(rows, 3)).toEqual({ shown: [21, 22, 23], page: 3, pageCount: 3, from: 21, to: 23 });
  });

  it('falls back to the nearest page that exists', () => {
    expect(pageOf(rows, 9).page).toBe(3);
    expect(pageOf(rows, 0).page).toBe(1);
    expect(pageOf([], 2)).toEqual({ shown: [], page: 1, pageCount: 1, from: 0, to: 0 });
  });
});
