import { defineRoute, messageReply, type RouteAudit } from '@stablegate/contract';
import { beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app';
import { declared } from '../../../test/contract-routes';
import type { Extension } from '../../app';
import { AppError } from '../../platform/app-error';
import { noteNothingChanged, noteRecorded } from '../../platform/request-author';
import { expectedRecords } from './audit-check';

const probe = (name: string, audit: RouteAudit) =>
  defineRoute({
    method: 'POST',
    path: `/probe/${name}`,
    summary: name,
    tag: 'Sandbox',
    access: 'public',
    audit,
    reply: { 200: messageReply },
    errors: ['conflict'],
  });
const done = { message: 'done' };
const mountProbes: Extension = (route) => {
  route(probe('silent', ['store.changed', 'store.created']), async () => done);
  route(probe('other', 'store.changed'), async () => {
    noteRecorded('store.deleted');
    return done;
  });
  route(probe('written', ['store.changed', 'store.created']), async (_request, reply) => {
    noteRecorded('store.created');
    return reply.code(200).send(done);
  });
  route(probe('unchanged', 'store.changed'), async () => {
    noteNothingChanged();
    return done;
  });
  route(probe('refused', 'store.changed'), async () => Promise.reject(new AppError('conflict')));
  route(probe('nothing', { nothing: 'it only prepares' }), async () => done);
};

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ extend: mountProbes });
});

test.each([
  ['silent', 500],
  ['other', 500],
  ['written', 200],
  ['unchanged', 200],
  ['refused', 409],
  ['nothing', 200],
])('a call that has written what its contract says is done: %s answers %d', async (name, status) => {
  const answer = await app.server.inject({ method: 'POST', url: `/api/v1/probe/${name}` });
  expect(answer.statusCode, answer.body).toBe(status);
});

test('outside of tests whoever called has the answer, and the operator the line in the log', async () => {
  const lines: string[] = [];
  const running = await startTestApp({ extend: mountProbes, reportUnrecorded: (missing) => lines.push(missing) });
  const answer = await running.server.inject({ method: 'POST', url: '/api/v1/probe/other' });
  expect([answer.statusCode, lines]).toEqual([200, ['POST /probe/other has written none of: store.changed']]);
});

test('whoever changes something writes it down, or says why not', () => {
  const writing = declared.filter(({ method, changesState }) => method !== 'GET' || changesState === true);
  expect(writing.length).toBeGreaterThan(90);
  for (const route of writing) {
    const { audit, method, path } = route;
    const reason = audit !== undefined && typeof audit === 'object' && 'nothing' in audit ? audit.nothing : undefined;
    const isSaid = reason === undefined ? (expectedRecords(route) ?? []).length > 0 : reason.length >= 12;
    expect(isSaid, `${method} ${path}`).toBe(true);
  }
});
