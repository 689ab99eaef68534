import { type AddressChallenge, addressDoubtSchema } from '@stablegate/contract';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app';
import { solanaKey, startTestChain, type TestChain } from '../../../test/parts/chain';
import { type RpcProxy, startRpcProxy } from '../../../test/parts/rpc-proxy';
import { addWallet, evmAddress, type Merchant, newMerchant, newStore } from '../../../test/stores';
import { newEvmKey, newSolanaKey, newTronKey, type WalletKey } from '../../../test/wallet-keys';
import { associatedTokenAccount } from '../chains/adapters/solana/accounts/token-account';

/** Enough for a loaded machine; users wait two seconds. */
const PATIENT = { ADDRESS_LOOKUP_MS: '20000' };
let chain: TestChain;
let app: TestApp;
let alice: Merchant;
let mallory: Merchant;
let polygon: RpcProxy;
let batchSender: string;

beforeAll(async () => {
  chain = await startTestChain();
  polygon = await startRpcProxy(chain.url);
  ({ batchSender } = await chain.call<{ batchSender: string }>('sandbox_info'));
  const networks = [
    ...(['BEP20', 'ERC20', 'TRON', 'SOLANA'] as const).map((network) => chain.settings(network)),
    chain.settings('POLYGON', { endpoints: [{ url: polygon.url }] }),
  ];
  app = await startTestApp({ networks, env: PATIENT });
  alice = await newMerchant(app, 'alice_1');
  mallory = await newMerchant(app, 'mallory_1');
});
beforeEach(() => {
  polygon.meddle = undefined;
});

const register = async (merchant: Merchant, network: string, address: string, more: object = {}) => {
  const answer = await merchant.post('/wallet', { storeId: (await newStore(merchant)).id, network, address, ...more });
  return {
    ...answer.json<{ code?: string; details?: Record<string, unknown>; proven?: boolean; busy?: boolean }>(),
    status: answer.statusCode,
  };
};
/** More than a hundred transfers, in two transactions. */
const makeBusy = async ({ network, address }: WalletKey) => {
  const transfers = Array.from({ length: 51 }, () => ({ network, to: address, amountRaw: '1000000' }));
  for (let i = 0; i < 2; i += 1) await chain.call('sandbox_transferJointly', { transfers });
};

test('a wallet is accepted without a question', async () => {
  expect(await register(alice, 'BEP20', newEvmKey().address)).toMatchObject({ status: 201, proven: false, busy: false });
});

test('any token contract is refused, whatever its name', async () => {
  expect(await register(alice, 'ERC20', chain.info.fakeToken.contract)).toMatchObject({ status: 422, code: 'address_is_token' });
});

test('another contract needs a confirmation: a smart-contract wallet is one too', async () => {
  const asked = await register(alice, 'BEP20', batchSender);
  expect(asked).toMatchObject({ status: 422, code: 'address_needs_confirmation', details: { warnings: ['contract'] } });
  expect(await register(alice, 'BEP20', batchSender, { confirmed: false })).toMatchObject({ code: 'address_needs_confirmation' });
  expect(await register(alice, 'BEP20', batchSender, { confirmed: true })).toMatchObject({ status: 201 });
});

test('a contract that exists on another network only causes a warning', async () => {
  const safe = newEvmKey().address.toLowerCase();
  polygon.meddle = ({ method, params }) => (method === 'eth_getCode' && params[0] === safe ? '0x6080604052' : undefined);
  const asked = await register(alice, 'ERC20', safe);
  expect(asked).toMatchObject({ status: 422, code: 'address_needs_confirmation', details: { warnings: ['contract_elsewhere'] } });
});

test('an account that delegates to code (EIP-7702) is still a wallet', async () => {
  polygon.meddle = ({ method }) => (method === 'eth_getCode' ? `0xef0100${'ab'.repeat(20)}` : undefined);
  expect(await register(alice, 'POLYGON', newEvmKey().address)).toMatchObject({ status: 201 });
});

test('a token account on Solana is refused with the name of the wallet behind it, and so is a mint', async () => {
  const owner = solanaKey('owner of a token account');
  await chain.paySolana(owner, [5_000_000n]);
  const account = associatedTokenAccount(owner, chain.settings('SOLANA').contract);
  expect(await register(alice, 'SOLANA', account)).toMatchObject({ status: 422, code: 'address_is_token_account', details: { owner } });
  expect(await register(alice, 'SOLANA', chain.settings('SOLANA').contract)).toMatchObject({ code: 'address_is_token' });
  expect(await register(alice, 'SOLANA', owner)).toMatchObject({ status: 201 });
});

test("a program's address on Solana, such as a multisignature vault, needs a confirmation", async () => {
  const vault = associatedTokenAccount(solanaKey('nobody has paid here'), chain.settings('SOLANA').contract);
  const asked = await register(alice, 'SOLANA', vault);
  expect(asked).toMatchObject({ status: 422, code: 'address_needs_confirmation', details: { warnings: ['program_address'] } });
  expect(await register(alice, 'SOLANA', vault, { confirmed: true })).toMatchObject({ status: 201 });
});

test.each([
  ['BEP20', newEvmKey],
  ['TRON', newTronKey],
] as const)('a busy address on %s is for whoever has its key', async (network, newKey) => {
  const key = newKey();
  await makeBusy(key);
  const asked = await register(mallory, network, key.address);
  expect(asked).toMatchObject({ status: 422, code: 'address_needs_proof' });
  const { nonce, message } = addressDoubtSchema.parse(asked.details).challenge ?? { nonce: '', message: '' };
  expect(message).toContain(key.address);

  const forged = newKey().signMessage(message);
  expect(await register(mallory, network, key.address, { proof: { nonce, signature: forged } })).toMatchObject({ code: 'proof_refused' });
  const signature = key.signMessage(message);
  const stolen = await register(alice, network, key.address, { proof: { nonce, signature } });
  expect(stolen.code).toBe('proof_expired'); // a challenge belongs to one user
  const other = newKey();
  expect(await register(mallory, network, other.address, { proof: { nonce, signature } })).toMatchObject({ code: 'proof_expired' });

  expect(await register(mallory, network, key.address, { proof: { nonce, signature } })).toMatchObject({
    status: 201,
    proven: true,
    busy: true,
  });
  expect(await register(mallory, network, key.address, { proof: { nonce, signature } })).toMatchObject({ code: 'proof_expired' });
  expect(await register(mallory, network, key.address)).toMatchObject({ status: 201, proven: true, busy: true }); // in another store
});

test('busy on one EVM network is busy on all: it would be watched there too', async () => {
  const key = newEvmKey();
  await makeBusy(key);
  expect(await register(alice, 'ERC20', key.address)).toMatchObject({ code: 'address_needs_proof' });
});

test('an owner may prove a quiet address, when it is registered or later; a message is valid for half an hour', async () => {
  const key = newSolanaKey();
  const store = await newStore(alice);
  const challenge = async () =>
    (await alice.post('/wallet/challenge', { storeId: store.id, network: 'SOLANA', address: key.address })).json<AddressChallenge>();
  const wallet = await addWallet(alice, store.id, 'SOLANA', key.address);
  const late = await challenge();
  await app.platform.db.query.updateTable('address_challenges').set({ expires_at: new Date() }).where('nonce', '=', late.nonce).execute();
  const prove = ({ nonce, message }: AddressChallenge) =>
    alice.put(`/wallet/${wallet.id}`, { address: key.address, proof: { nonce, signature: key.signMessage(message) } });
  expect((await prove(late)).json().code).toBe('proof_expired');
  expect((await prove(await challenge())).json()).toMatchObject({ id: wallet.id, proven: true });
  expect((await alice.get(`/store/${store.id}`)).json().wallets).toMatchObject([{ proven: true, busy: false }]);
  const foreign = await mallory.post('/wallet/challenge', { storeId: store.id, network: 'SOLANA', address: key.address });
  expect(foreign.statusCode).toBe(404);
});

test('a node that does not answer does not prevent registration', async () => {
  const mute = await startRpcProxy(chain.url);
  mute.http = () => true;
  const networks = [chain.settings('BEP20'), chain.settings('POLYGON', { endpoints: [{ url: mute.url }] })];
  const hasty = await startTestApp({ networks, env: { ADDRESS_LOOKUP_MS: '300' } });
  expect(await register(await newMerchant(hasty, 'merchant2'), 'POLYGON', newEvmKey().address)).toMatchObject({ status: 201 });
});

test('with ADDRESS_LOOKUP_MS=0 no node is asked', async () => {
  const before = polygon.calls.size === 0 ? 0 : [...polygon.calls.values()].reduce((sum, count) => sum + count, 0);
  const silent = await startTestApp({
    env: { ADDRESS_LOOKUP_MS: '0' },
    networks: [chain.settings('POLYGON', { endpoints: [{ url: polygon.url }] })],
  });
  const merchant = await newMerchant(silent, 'merchant1');
  expect(await register(merchant, 'POLYGON', evmAddress(1))).toMatchObject({ status: 201 });
  expect([...polygon.calls.values()].reduce((sum, count) => sum + count, 0)).toBe(before);
});
