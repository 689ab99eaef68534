import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DAY_MS } from '@stablegate/rules';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app';
import { arrive, finalise } from '../../../test/arrivals';
import { addressOf } from '../../../test/live';
import { type Receiver, startReceiver } from '../../../test/parts/receiver';
import { addWallet, evmAddress, giveBalance, NETWORK_ENV, newMerchant, newStore } from '../../../test/stores';
import { newId } from '../ids';
import type { Logger } from '../log';
import { createSecretBox } from '../secrets/crypto';
import { createExporter } from './exporter';
import { isSampled, readTraceparent, toTraceparent } from './span';
import { forgetPlaces, saveTraceContext } from './traces.queries';

type WireSpan = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: { readonly key: string; readonly value: { readonly stringValue?: string; readonly intValue?: string } }[];
  readonly status: { readonly code?: number };
};
type WireBody = {
  readonly resourceSpans: {
    readonly resource: { readonly attributes: WireSpan['attributes'] };
    readonly scopeSpans: { readonly spans: WireSpan[] }[];
  }[];
};
type Posted = { readonly path: string; readonly headers: Readonly<Record<string, unknown>>; readonly body: WireBody };

/** A collector: OTLP over HTTP, as JSON. */
async function startCollector(): Promise<{
  readonly url: string;
  readonly posted: Posted[];
  spans(): WireSpan[];
  readonly server: Server;
}> {
  const posted: Posted[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      posted.push({ path: request.url ?? '', headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()) as WireBody });
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"partialSuccess":{}}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const spans = () =>
    posted.flatMap(({ body }) => body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, posted, spans, server };
}

const boxOf = (key: number) => createSecretBox([{ id: 1, key: Buffer.alloc(32, key) }]);
const WAIT = { timeout: 30_000, interval: 100 };
const to = evmAddress(0x7ace);
const attributesOf = ({ attributes }: Pick<WireSpan, 'attributes'>) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]));

let collector: Awaited<ReturnType<typeof startCollector>>;
let shop: Receiver;
let orders = 0;

async function openShop(app: TestApp, username: string): Promise<string> {
  const merchant = await newMerchant(app, username);
  const store = await newStore(merchant);
  await addWallet(merchant, store.id, 'BEP20', to);
  await giveBalance(app, merchant.userId, 1_000_000_000n);
  return store.apiKey;
}
async function order(app: TestApp, apiKey: string, headers: Record<string, string> = {}): Promise<{ transId: string; micros: bigint }> {
  orders += 1;
  const answer = await fetch(`http://${addressOf(app)}/api/v1/payment/invoice`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey, ...headers },
    body: JSON.stringify({ name: 'Tea', amount: '10', request_id: `trace-${orders}`, callback_url: `${shop.url}/paid` }),
  });
  expect(answer.status).toBe(201);
  const { data } = (await answer.json()) as { data: { trans_id: string; payable: string } };
  return { transId: data.trans_id, micros: BigInt(data.payable.replace('.', '')) };
}

beforeAll(async () => {
  collector = await startCollector();
  shop = await startReceiver((response) => void response.end('{"status":"ok"}'));
});
afterAll(() => collector.server.close());

test('one trace leads from the request over the outbox to the callback', async () => {
  const app = await startTestApp({
    env: { ...NETWORK_ENV, OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`, OTEL_EXPORTER_OTLP_HEADERS: 'x-team=pay%20ments' },
    roles: ['api', 'worker'],
  });
  const apiKey = await openShop(app, 'traced');
  const caller = { traceId: 'a1b2c3d4e5f60718293a4b5c6d7e8f90', spanId: '00f067aa0ba902b7' };
  const { micros } = await order(app, apiKey, { traceparent: toTraceparent(caller) });
  // Another process sees the payment, later and without any request.
  await finalise(app, [await arrive(app, { to, micros })]);
  const callbackOf = (path: string) => shop.waitFor(path, 1, 20_000);
  const [callback] = await callbackOf('/paid');

  const ofTrace = () => collector.spans().filter(({ traceId }) => traceId === caller.traceId);
  await vi.waitFor(() => expect(ofTrace().map(({ name }) => name)).toContain('POST callback'), WAIT);
  const span = (name: string) => ofTrace().find((each) => each.name === name);
  const [request, outbox, sent] = [span('POST /api/v1/payment/invoice'), span('outbox invoice.completed'), span('POST callback')];
  expect(request).toMatchObject({ kind: 2, parentSpanId: caller.spanId, status: {} });
  expect(outbox).toMatchObject({ kind: 4, parentSpanId: request?.spanId });
  expect(sent).toMatchObject({ kind: 3, parentSpanId: outbox?.spanId, status: {} });
  expect(readTraceparent(callback?.headers.traceparent)).toEqual({ traceId: caller.traceId, spanId: sent?.spanId });

  expect(attributesOf(request as WireSpan)).toMatchObject({ 'http.route': '/api/v1/payment/invoice', 'http.response.status_code': 201 });
  expect(attributesOf(sent as WireSpan)).toMatchObject({
    'stablegate.outcome': 'delivered',
    'http.response.status_code': 200,
    'stablegate.attempt': 1,
  });
  for (const { startTimeUnixNano, endTimeUnixNano } of ofTrace())
    expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano));
  const [first] = collector.posted;
  expect(first).toMatchObject({ path: '/v1/traces', headers: { 'content-type': 'application/json', 'x-team': 'pay ments' } });
  expect(attributesOf(first?.body.resourceSpans[0]?.resource as WireSpan)).toMatchObject({ 'service.name': 'stablegate' });
  expect(JSON.stringify(collector.posted)).not.toContain(apiKey);
}, 90_000);

test('a share of 0 records nothing, and asks nothing of the database; a collector that is away fails no call', async () => {
  const app = await startTestApp({
    env: { ...NETWORK_ENV, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: '0' },
    roles: ['api'],
  });
  await order(app, await openShop(app, 'unsampled'));
  expect((await sql`select 1 from traces`.execute(app.platform.db.query)).rows).toEqual([]);
  const away = await startTestApp({ env: { ...NETWORK_ENV, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }, roles: ['api'] });
  await order(away, await openShop(away, 'collector_away'));
  await away.platform.tracing?.stop();
  expect((await sql`select 1 from traces`.execute(away.platform.db.query)).rows).toHaveLength(1);
}, 60_000);

test('a collector that redirects gets no second request: the headers are for the configured address only', async () => {
  const before = collector.posted.length;
  const redirecting = createServer((request, response) => {
    request.resume();
    response.writeHead(307, { location: `${collector.url}/v1/traces` }).end();
  });
  redirecting.listen(0, '127.0.0.1');
  await once(redirecting, 'listening');
  const reasons: string[] = [];
  const log = { warn: ({ reason }: { reason: string }) => reasons.push(reason) } as unknown as Logger;
  const url = `http://127.0.0.1:${(redirecting.address() as AddressInfo).port}/v1/traces`;
  const exporter = createExporter({ url, headers: { 'x-key': 'secret' }, resource: {} }, log);
  exporter.add({
    traceId: 'a'.repeat(32),
    spanId: 'b'.repeat(16),
    name: 'n',
    kind: 2,
    startedAt: 1,
    endedAt: 2,
    attributes: {},
    isError: false,
    parentSpanId: undefined,
  });
  await exporter.stop();
  redirecting.close();
  expect([collector.posted.length - before, reasons]).toEqual([0, [expect.stringMatching(/fetch failed|redirect/)]]);
});

test('without a collector there is no tracing, and places that were kept before are forgotten after 30 days', async () => {
  const app = await startTestApp({ env: NETWORK_ENV, roles: ['worker'] });
  expect(app.platform.tracing).toBeUndefined();
  const { db, clocks, jobs } = app.platform;
  const now = clocks.business.now().getTime();
  const idOf = (days: number) => newId('invoice', new Date(now - days * DAY_MS));
  const [old, young] = [[70, 60, 50, 40, 31].map(idOf), [29, 1].map(idOf)];
  for (const id of [...old, ...young]) await saveTraceContext(db.query, id, { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) });
  const left = async () => (await sql<{ subject: string }>`select subject from traces order by subject`.execute(db.query)).rows;
  expect(await forgetPlaces(db.query, new Date(now - 15 * DAY_MS), { batch: 2 })).toBe(3); // in two rounds
  expect(await left()).toEqual([...old.slice(3), ...young].map((subject) => ({ subject })));
  await jobs.enqueue(db.query, 'tracing.forget', {});
  await vi.waitFor(async () => expect(await left()).toEqual(young.map((subject) => ({ subject }))), WAIT);
}, 60_000);

describe('trace context', () => {
  test.each(['', '00-0-0-01', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, `00-${'a'.repeat(32)}-${'0'.repeat(16)}-01`, 7, undefined])(
    '%s is none',
    (text) => {
      expect(readTraceparent(text)).toBeUndefined();
    },
  );

  test('every process with our master key samples the same traces, and a caller cannot choose an id that is sampled', () => {
    const chosen = Array.from({ length: 400 }, (_, n) => `${n.toString(16).padStart(24, 'a')}00000000`);
    const sampled = (key: number, share: number) => chosen.filter((id) => isSampled(boxOf(key), id, share));
    expect(sampled(1, 0.25)).toEqual(sampled(1, 0.25));
    expect(sampled(1, 0.25)).not.toEqual(sampled(2, 0.25));
    expect(sampled(1, 0.25).length).toBeGreaterThan(60); // of 100 expected; with fixed keys always the same number
    expect(sampled(1, 0.25).length).toBeLessThan(140);
    expect([sampled(1, 0).length, sampled(1, 1).length]).toEqual([0, 400]);
  });
});
