import { expect, test } from 'vitest';
import { associatedTokenAccount } from './token-account';

test.each([
  [
    'B8UwBUUnKwCyKuGMbFKWaG7exYdDk2ozZrPg72NyVbfj',
    '7o36UsWR1JQLpZ9PE2gn9L4SQ69CNNiWAXd4Jt7rqz9Z',
    'DShWnroshVbeUp28oopA3Pu7oFPDBtC1DBmPECXXAQ9n',
  ],
  [
    '3h1zGmCwsRJnVk5BuRNMLsPaQu1y2aqXqXDWYCgrp5UG',
    'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    '3uetDDizgTtadDHZzyy9BqxrjQcozMEkxzbKhfZF4tG3',
  ],
])('the token account of %s is the one that wallets use', (owner, mint, account) => {
  expect(associatedTokenAccount(owner, mint)).toBe(account);
});
