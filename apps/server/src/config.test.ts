import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CHAINS_PAGE, chainsPage } from '../tools/chains-doc';
import { configurationFile, configurationPage } from '../tools/configuration-doc';
import { readRepositoryFile } from '../tools/networks';
import { ConfigError, loadConfig, readEnvironment } from './config';

const production = { DATABASE_URL: 'postgres://u:p@db/stablegate', PUBLIC_URL: 'https://pay.example.com' };

describe('configuration is parsed once', () => {
  test('defaults apply where nothing is given', () => {
    expect(loadConfig(production)).toMatchObject({
      mode: 'production',
      host: '0.0.0.0',
      port: 8080,
      secureCookies: true,
      adminRequires2fa: true,
    });
  });

  test('empty strings count as absent', () => {
    expect(loadConfig({ ...production, PORT: '', SMTP_URL: '' })).toMatchObject({ port: 8080, smtp: undefined });
  });

  test.each([
    ['PORT', { PORT: 'eighty' }],
    ['PORT', { PORT: '70000' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://x' }],
    ['DATABASE_URL', { DATABASE_URL: '' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
    ['BUSINESS_TIME_ZONE', { BUSINESS_TIME_ZONE: 'Mars/Olympus' }],
    ['TRUST_PROXY', { TRUST_PROXY: 'everyone' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'javascript:alert(1)' }],
    ['PUBLIC_URL', { PUBLIC_URL: '' }],
    ['RATE_LIMIT_SCALE', { RATE_LIMIT_SCALE: '10' }],
    ['CALLBACK_PORTS', { CALLBACK_PORTS: '80' }],
    ['CALLBACK_PORTS', { CALLBACK_PORTS: '443,all' }],
    ['LIMITS', { LIMITS: 'create-invoice' }],
    ['LIMITS', { LIMITS: 'create-world=3' }],
    ['OTEL_EXPORTER_OTLP_HEADERS', { OTEL_EXPORTER_OTLP_HEADERS: 'authorization=100%' }],
    ['HOST', { STABLEGATE_MODE: 'sandbox', HOST: '0.0.0.0' }],
  ])('a bad %s stops the start with a sentence that names it', (name, change) => {
    expect(() => loadConfig({ ...production, ...change })).toThrow(ConfigError);
    expect(() => loadConfig({ ...production, ...change })).toThrow(name);
  });

  test('a password in the address of the collector is refused, not repeated, and the error says where it belongs', () => {
    const endpoint = (url: string) => () => loadConfig({ ...production, OTEL_EXPORTER_OTLP_ENDPOINT: url });
    for (const url of ['https://ops:s3cret@otel.example', 'https://s3cret@otel.example:4318', 'https://:s3cret@otel.example']) {
      expect(endpoint(url)).toThrow(/^OTEL_EXPORTER_OTLP_ENDPOINT is not valid: (?!.*s3cret).*OTEL_EXPORTER_OTLP_HEADERS/);
    }
    expect(endpoint('collector')).toThrow('OTEL_EXPORTER_OTLP_ENDPOINT');
    expect(endpoint('https://otel.example/a@b')().tracing).toMatchObject({ url: 'https://otel.example/a@b/v1/traces' });
  });

  test('the sandbox listens on loopback with plain cookies', () => {
    const sandbox = loadConfig({ STABLEGATE_MODE: 'sandbox', DATABASE_URL: production.DATABASE_URL, RATE_LIMIT_SCALE: '10' });
    expect(sandbox).toMatchObject({ host: 'localhost', secureCookies: false, rateLimitScale: 10, adminRequires2fa: false });
  });

  test('limits on load are off in the sandbox and on in production, unless set', () => {
    const limits = { LIMITS: 'create-invoice=5, contact=0' };
    expect(loadConfig(production)).toMatchObject({ limits: {}, callbackPorts: [443] });
    expect(loadConfig({ ...production, ...limits }).limits).toEqual({ 'create-invoice': 5, contact: 0 });
    const sandbox = { STABLEGATE_MODE: 'sandbox', DATABASE_URL: production.DATABASE_URL };
    expect(loadConfig(sandbox).limits).toMatchObject({ 'create-invoice': 0, 'payment-page': 0 });
    expect(loadConfig({ ...sandbox, ...limits }).limits).toMatchObject({ 'create-invoice': 5, 'payment-page': 0, contact: 0 });
  });
});

test('missing variables are read from .env, except in the sandbox', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stablegate-env-'));
  const nodes = 'https://a.example/rpc|Authorization: Bearer x, y,https://b.example';
  writeFileSync(join(folder, '.env'), `# nodes\nTRON_RPC_URLS="${nodes}"\nPORT=81\n`);
  try {
    expect(readEnvironment({ PORT: '82' }, folder)).toEqual({ TRON_RPC_URLS: nodes, PORT: '82' });
    expect(readEnvironment({ STABLEGATE_MODE: 'sandbox' }, folder)).toEqual({ STABLEGATE_MODE: 'sandbox' });
    expect(readEnvironment({ PORT: '82' }, join(folder, 'nowhere'))).toEqual({ PORT: '82' });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the documented settings are those that are read (else: npm run docs)', () => {
  expect(readFileSync(configurationFile, 'utf8')).toBe(configurationPage());
});

test('the figures of chains.md are those that rpc-cost prints (else: npm run docs)', async () => {
  expect(readRepositoryFile(CHAINS_PAGE)).toBe(await chainsPage());
});
