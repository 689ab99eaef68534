import { beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app';
import { addWallet, evmAddress, type Merchant, newMerchant, newStore, SOLANA_ADDRESS, TRON_ADDRESS } from '../../../test/stores';

let app: TestApp;
let merchant: Merchant;

beforeAll(async () => {
  app = await startTestApp();
  merchant = await newMerchant(app, 'careless1');
});

const TOKEN = 'address_is_token';
const UNSPENDABLE = 'address_is_unspendable';
const NOWHERE = `0x${'0'.repeat(40)}`;

test.each([
  ['TRON', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', TOKEN],
  ['TRON', 'TXLAQ63Xg1NAzckPwKHvzw7CSEmLMEqcdj', TOKEN], // USDT of the test network
  ['BEP20', '0x55d398326f99059fF775485246999027B3197955', TOKEN],
  ['ERC20', '0xdAC17F958D2ee523a2206206994597C13D831ec7', TOKEN],
  ['POLYGON', '0xdac17f958d2ee523a2206206994597c13d831ec7', TOKEN], // another network's USDT, in lower case
  ['POLYGON', '0xc2132D05D31c914a87C6611C10748AEb04B58e8F', TOKEN],
  ['ERC20', '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c', TOKEN], // TRON's USDT in its JSON-RPC form
  ['SOLANA', 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB', TOKEN],
  ['ERC20', NOWHERE, UNSPENDABLE],
  ['BEP20', '0x000000000000000000000000000000000000dEaD', UNSPENDABLE],
  ['BEP20', '0xdead000000000000000042069420694206942069', UNSPENDABLE],
  ['BEP20', `${NOWHERE.slice(0, -1)}1`, UNSPENDABLE],
  ['POLYGON', `${NOWHERE.slice(0, -3)}1ff`, UNSPENDABLE],
  ['BEP20', `${NOWHERE.slice(0, -4)}1000`, UNSPENDABLE], // BNB Smart Chain's validator set
  ['ERC20', '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', UNSPENDABLE],
  ['TRON', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', UNSPENDABLE],
  ['SOLANA', '11111111111111111111111111111111', UNSPENDABLE],
  ['SOLANA', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', UNSPENDABLE],
  ['SOLANA', 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL', UNSPENDABLE],
  ['SOLANA', '1nc1nerator11111111111111111111111111111111', UNSPENDABLE],
  ['SOLANA', 'SysvarC1ock11111111111111111111111111111111', UNSPENDABLE],
] as const)('%s does not take %s', async (network, address, code) => {
  const store = await newStore(merchant);
  const answer = await merchant.post('/wallet', { storeId: store.id, network, address });
  expect([answer.statusCode, answer.json().code, answer.json().errors?.[0]?.path]).toEqual([422, code, 'address']);
});

test('nor does a change accept them', async () => {
  const store = await newStore(merchant);
  const wallet = await addWallet(merchant, store.id, 'BEP20', evmAddress(1));
  const answer = await merchant.put(`/wallet/${wallet.id}`, { address: '0x55d398326f99059fF775485246999027B3197955' });
  expect([answer.statusCode, answer.json().code]).toEqual([422, TOKEN]);
});

test("ordinary wallets are accepted, and the platform's own configuration follows the same rule", async () => {
  const store = await newStore(merchant);
  await addWallet(merchant, store.id, 'TRON', TRON_ADDRESS);
  await addWallet(merchant, store.id, 'SOLANA', SOLANA_ADDRESS);
  const configure = app.services.stores.ensurePlatformStore({ TRON: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' });
  await expect(configure).rejects.toThrow('PLATFORM_ADDRESS_TRON');
});
