import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { startTestApp } from '../../test/app';

test("a call that offers HTTP/2, as Java's do, is answered like any other", async () => {
  const app = await startTestApp({ roles: ['api'] });
  const { port } = app.server.server.address() as AddressInfo;
  const body = JSON.stringify({ email: 'not an address' });
  const headers = {
    connection: 'Upgrade, HTTP2-Settings',
    upgrade: 'h2c',
    'http2-settings': 'AAEAAEAA',
    'content-type': 'application/json',
    'content-length': String(body.length),
  };
  const answer = await new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    const call = request({ port, host: 'localhost', path: '/api/v1/auth/forgot-password', method: 'POST', headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode, text }));
    });
    call.on('error', reject);
    call.end(body);
  });
  expect({ status: answer.status, code: JSON.parse(answer.text).code }).toEqual({ status: 422, code: 'invalid_value' });
});
