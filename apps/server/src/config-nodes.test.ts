import { describe, expect, test } from 'vitest';
import { ConfigError, loadConfig } from './config';

const BASE = { DATABASE_URL: 'postgres://localhost/x', PUBLIC_URL: 'https://pay.example' };
const nodesOf = (env: Record<string, string>) =>
  loadConfig({ ...BASE, ...env }).networks.find(({ network }) => network === 'TRON')?.endpoints;
const complaint = (env: Record<string, string>): string => {
  try {
    loadConfig({ ...BASE, ...env });
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'no complaint';
};

describe('headers of each node', () => {
  test('pairs: values keep their spaces, colons and commas; further headers follow further bars', () => {
    expect(
      nodesOf({
        TRON_RPC_URLS: 'https://a.example/jsonrpc|Authorization: Bearer x|X-Pair: a:b, c , https://b.example/j?k=1 ,http://c.example',
      }),
    ).toEqual([
      { url: 'https://a.example/jsonrpc', headers: { Authorization: 'Bearer x', 'X-Pair': 'a:b, c' } },
      { url: 'https://b.example/j?k=1' },
      { url: 'http://c.example' },
    ]);
  });

  test('a JSON list, with a separate budget and rate for a node', () => {
    const list = [{ url: 'https://a.example', headers: { Authorization: 'Bearer x' }, budget: 90_000, rate: 12 }, 'https://b.example'];
    expect(nodesOf({ TRON_RPC_URLS: JSON.stringify(list), TRON_RPC_BUDGET: '50000' })).toEqual([
      { url: 'https://a.example', headers: { Authorization: 'Bearer x' }, budget: 90_000, ratePerSecond: 12 },
      { url: 'https://b.example', budget: 50_000 },
    ]);
  });

  test('credentials in a URL become Basic authentication and are removed from the URL', () => {
    expect(nodesOf({ TRON_RPC_URLS: 'https://user:p%40ss@node.example/path' })).toEqual([
      { url: 'https://node.example/path', headers: { Authorization: `Basic ${Buffer.from('user:p@ss').toString('base64')}` } },
    ]);
  });

  test('public Solana endpoints come with their limits', () => {
    const { networks } = loadConfig({ ...BASE, SOLANA_RPC_URLS: 'https://api.mainnet-beta.solana.com' });
    expect(networks.find(({ network }) => network === 'SOLANA')?.endpoints).toEqual([
      {
        url: 'https://api.mainnet-beta.solana.com',
        ratePerSecond: 8,
        methodCallsPer10s: 40,
        account: expect.objectContaining({ provider: 'public_solana' }),
      },
    ]);
  });

  test('nodes of one account share its rate, unless a rate is set', () => {
    const url = (name: string) => `https://${name}-mainnet.core.chainstack.com/KEY`;
    const env = { TRON_RPC_URLS: url('tron'), BEP20_RPC_URLS: url('bsc'), ERC20_RPC_URLS: url('eth'), SOLANA_RPC_URLS: url('sol') };
    const rates = (more: Record<string, string> = {}) =>
      loadConfig({ ...BASE, ...env, ...more })
        .networks.filter(({ enabled }) => enabled)
        .map(({ endpoints, ratePerSecond }) => endpoints[0]?.ratePerSecond ?? ratePerSecond);
    expect(rates()).toEqual([6.2, 6.2, 6.2, 5]);
    expect(rates({ ERC20_ENABLED: 'false' })).toEqual([8.3, 8.3, 5]);
    expect(rates({ BEP20_RATE: '20' })).toEqual([6.2, 20, 6.2, 5]);
    expect(rates({ RPC_PLANS: 'chainstack=growth' })).toEqual([10, 10, 10, 10]);
  });

  test('a plan that does not exist is refused with those that do', () => {
    expect(complaint({ RPC_PLANS: 'chainstack' })).toBe('RPC_PLANS is not valid: is written provider=plan.');
    expect(complaint({ RPC_PLANS: 'chainstack=huge' })).toContain('chainstack=developer|growth|pro|business');
  });
});

describe('one header for the whole network', () => {
  test('applies to several addresses of one host, with any value', () => {
    const headers = { Authorization: 'Bearer a:b' };
    expect(nodesOf({ TRON_RPC_URLS: 'https://a.example/1,https://a.example/2', TRON_RPC_HEADER: 'Authorization: Bearer a:b' })).toEqual([
      { url: 'https://a.example/1', headers },
      { url: 'https://a.example/2', headers },
    ]);
  });

  test('is refused for two hosts, with the correct syntax and without the key', () => {
    const text = complaint({
      TRON_RPC_URLS: 'https://api.trongrid.io/jsonrpc,https://other.example',
      TRON_RPC_HEADER: 'TRON-PRO-API-KEY: s3cret',
    });
    expect(text).toContain('would send one key to api.trongrid.io and other.example alike');
    expect(text).toContain('TRON_RPC_URLS="https://api.trongrid.io/…|TRON-PRO-API-KEY: …,https://other.example/…"');
    expect(text).not.toContain('s3cret');
  });
});

test.each([
  ['ftp://a.example', 'node 1 is not an http(s) address'],
  ['https://a.example,ftp://b', 'node 1 is not an http(s) address'],
  ['https://a.example|s3cret', 'node 1 (a.example) has a header without a colon'],
  ['https://a.example|Bad Name: s3cret', 'has a header whose name has a space'],
  ['https://a.example|Host: s3cret', 'sets the header Host'],
  ['https://a.example|X-Key:', 'has the header X-Key without a value'],
  ['https://a.example|X-Key: s3cret\u00e9', 'the value of X-Key at node 1 (a.example) has a line break or a letter beyond ASCII'],
  ['https://u:s3cret@a.example|Authorization: Bearer s3cret', 'has credentials in its address and an Authorization header'],
  ['[{"url":"https://a.example","header":{}}]', 'each entry of the JSON list'],
  ['[{"url":"https://a.example"', 'is not JSON'],
])('%s is refused with a sentence and without the secret', (urls, sentence) => {
  const text = complaint({ TRON_RPC_URLS: urls });
  expect(text).toContain(sentence);
  expect(text).toMatch(/^TRON_RPC_URLS is not valid: /);
  expect(text).not.toContain('s3cret');
});
