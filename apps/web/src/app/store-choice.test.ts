import { describe, expect, test } from 'vitest';
import { storeAddress, storesInView } from './store-choice';

const stores = [
  { id: 's1', name: 'Tea' },
  { id: 's2', name: 'Tea House' },
  { id: 's3', name: 'Bakery' },
];
const [tea, , bakery] = stores;
const at = (address: string) => {
  const { pathname, search } = new URL(address, 'https://app.example');
  return { pathname, search };
};

describe('whose data a page shows', () => {
  test.each([
    ['/dashboard', ['s1', 's2', 's3']],
    ['/invoices', ['s1', 's2', 's3']],
    ['/invoices?storeName=bakery', ['s3']],
    // The server searches the name as a substring: the page shows both, and the header says so.
    ['/invoices?storeName=Tea', ['s1', 's2']],
    ['/invoices?storeName=nobody', []],
    ['/transfers?storeId=s1', ['s1']],
    ['/statements?storeId=s2', ['s2']],
    ['/manage-merchant?id=s2&tab=details', ['s2']],
    ['/api?store=s3', ['s3']],
    ['/top-up?storeId=s1', ['s1', 's2', 's3']],
  ])('%s', (address, ids) => {
    expect(storesInView(stores, at(address)).map(({ id }) => id)).toEqual(ids);
  });
});

describe('where choosing leads', () => {
  test.each([
    ['/invoices?status=SUCCESS&page=3', '/invoices?status=SUCCESS&storeName=Bakery'],
    ['/transfers?state=all', '/transfers?state=all&storeId=s3'],
    ['/statements?page=2', '/statements?storeId=s3'],
    ['/manage-merchant?id=s1&tab=details', '/manage-merchant?id=s3&tab=details'],
    ['/api', '/api?store=s3'],
    ['/dashboard', '/manage-merchant?id=s3'],
  ])('a store, from %s', (from, to) => {
    expect(storeAddress(bakery, at(from))).toBe(to);
  });

  test.each([
    ['/invoices?storeName=Tea&page=2&status=SUCCESS', '/invoices?status=SUCCESS'],
    ['/transfers?storeId=s1', '/transfers'],
    ['/manage-merchant?id=s1', '/merchants'],
    ['/dashboard', '/merchants'],
  ])('all of them, from %s', (from, to) => {
    expect(storeAddress(undefined, at(from))).toBe(to);
  });

  test('the chosen store is in view afterwards, where its name is unique', () => {
    const address = storeAddress(bakery, at('/invoices'));
    expect(storesInView(stores, at(address))).toEqual([bakery]);
    expect(storesInView(stores, at(storeAddress(tea, at('/transfers'))))).toEqual([tea]);
  });
});
