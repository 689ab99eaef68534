import { PROVIDER_CODES, PROVIDERS, SETUPS } from '@stablegate/rules/networks';
import { describe, expect, test } from 'vitest';
import { setupEnvironment, setupNetworks } from '../../../cli/setups';
import { loadNetworks } from '../../../config';
import { accountsOf, judgeAccounts, type Load, usdPerMonth } from './node-accounts';

const loadOf = (invoicesPerDay: number, addresses: number): Load => ({ invoicesPerDay: () => invoicesPerDay, addresses: () => addresses });
const HUNDRED = loadOf(100, 20);
const networksOf = (env: Record<string, string>) => loadNetworks(env).filter(({ enabled }) => enabled);
const findingsOf = (env: Record<string, string>, load: Load = HUNDRED) =>
  judgeAccounts(networksOf(env), load).map(({ account, finding }) => `${finding.level}: ${account} ${finding.text}`);

const chainstack = (...names: string[]): string => names.map((name) => `https://${name}-mainnet.core.chainstack.com/KEY`).join(',');
/** Each of its networks alone is within a free account's quota. */
const FOUR_ON_ONE = {
  TRON_RPC_URLS: chainstack('tron'),
  BEP20_RPC_URLS: chainstack('bsc'),
  POLYGON_RPC_URLS: chainstack('polygon'),
  SOLANA_RPC_URLS: chainstack('solana'),
};

test('all networks of an account count together: four on a free one are too many, with the plan that would do', () => {
  const [text, ...rest] = findingsOf(FOUR_ON_ONE);
  expect(rest).toEqual([]);
  expect(text).toMatch(/^problem: Chainstack Developer cannot carry TRON, BEP20, POLYGON, SOLANA: /);
  expect(text).toMatch(/it does not serve SOLANA \(getTokenAccountsByOwner/);
  expect(text).toMatch(/calls a day of 100,000 are needed/);
  expect(text).toContain('Chainstack Growth would do (RPC_PLANS=chainstack=growth)');
  expect(findingsOf({ ...FOUR_ON_ONE, RPC_PLANS: 'chainstack=growth' })).toEqual([
    expect.stringMatching(/^ok: Chainstack Growth carries TRON, BEP20, POLYGON, SOLANA: [\d,]+ calls a day$/),
  ]);
});

test('credits count by method: Helius takes ten for a list of signatures, so its free plan carries no shop', () => {
  const env = { SOLANA_RPC_URLS: 'https://mainnet.helius-rpc.com/?api-key=KEY,https://node.example' };
  const [account] = accountsOf(networksOf(env), HUNDRED);
  expect(account?.creditsPerDay).toBeGreaterThan((account?.callsPerDay ?? 0) * 5);
  expect(findingsOf(env)[0]).toMatch(
    /^problem: Helius free cannot carry SOLANA: .*credits a day of 33,333 are needed.*Helius Business would do/,
  );
});

test('a rate counts too, in calls or in credits a second', () => {
  const infura = 'https://mainnet.infura.io/v3/KEY,https://node.example';
  expect(findingsOf({ ERC20_RPC_URLS: infura }, loadOf(0, 1))).toEqual([expect.stringMatching(/^ok/)]);
  expect(findingsOf({ ERC20_RPC_URLS: infura, ERC20_POLL_MS: '500', ERC20_BLOCK_MS: '500' }, loadOf(0, 1))[0]).toMatch(
    /credits a second of 500 are needed while invoices are open/,
  );
  expect(findingsOf({ TRON_RPC_URLS: 'https://api.trongrid.io/jsonrpc', TRON_RATE: '40' }, loadOf(0, 1))[0]).toMatch(
    /^note: TronGrid free key may be asked 40 times a second and allows 15/,
  );
});

test('small ranges make more calls', () => {
  const env = { BEP20_RPC_URLS: 'https://bnb-mainnet.g.alchemy.com/v2/KEY,https://node.example' };
  const callsOf = (plan: string) => accountsOf(networksOf({ ...env, RPC_PLANS: `alchemy=${plan}` }), loadOf(0, 20))[0]?.callsPerDay ?? 0;
  expect(callsOf('free')).toBeGreaterThan(19_200 * 2);
  expect(callsOf('payg')).toBeLessThan(6_000);
});

test('nodes of unknown providers have no account', () => {
  expect(findingsOf({ TRON_RPC_URLS: 'https://node.example,http://127.0.0.1:8545' })).toEqual([]);
});

describe.each(SETUPS)('the set-up $code', (setup) => {
  const load = loadOf(setup.invoicesPerDay, setup.addresses);

  test('carries what it configures, with a fifth in reserve', () => {
    const networks = setupNetworks(setup);
    expect(networks.length).toBeGreaterThan(1);
    expect(judgeAccounts(networks, load).filter(({ finding }) => finding.level !== 'ok')).toEqual([]);
    for (const { endpoints } of networks) expect(new Set(endpoints.map(({ url }) => new URL(url).hostname)).size).toBeGreaterThan(1);
  });

  test('costs what its name says', () => {
    const usd = accountsOf(setupNetworks(setup), load).reduce((sum, account) => sum + usdPerMonth(account), 0);
    if (setup.code === 'free') expect(usd).toBe(0);
    expect(Object.keys(setup.plans).length > 0).toBe(usd > 0);
  });

  test('its nodes keep to the rates of their accounts', () => {
    for (const { provider, plan, rate } of accountsOf(setupNetworks(setup), load))
      expect(rate, provider).toBeLessThanOrEqual(plan.callsPerSecond ?? Number.POSITIVE_INFINITY);
    expect(Object.keys(setupEnvironment(setup)).length).toBeGreaterThan(1);
  });
});

test('plans are listed from the cheapest, and each has a limit or a price', () => {
  for (const code of PROVIDER_CODES) {
    const { plans, credits, source } = PROVIDERS[code];
    const prices = plans.map(({ usdPerMonth: usd }) => usd);
    expect(prices, code).toEqual([...prices].sort((a, b) => a - b));
    expect(Object.keys(credits).length, code).toBeGreaterThan(0);
    expect(source, code).not.toBe('');
    for (const plan of plans) expect(plan.callsPerSecond ?? plan.creditsPerSecond, `${code} ${plan.code}`).toBeGreaterThan(0);
  }
});
