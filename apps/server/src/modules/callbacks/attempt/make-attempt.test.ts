import { expect, test } from 'vitest';
import { systemClocks } from '../../../platform/clock';
import { createDb } from '../../../platform/db/db';
import { newId } from '../../../platform/ids';
import { createLogger } from '../../../platform/log';
import type { OutboundHttp } from '../../../platform/net/outbound-http';
import { createSecretBox } from '../../../platform/secrets/crypto';
import { createTracing } from '../../../platform/tracing/tracing';
import type { CallbackDeps } from '../callbacks.deps';
import type { ClaimedDelivery } from '../dispatch.queries';
import type { WebhookId } from '../webhook-id';
import { createMakeAttempt } from './make-attempt';

const now = new Date();
const delivery: ClaimedDelivery = {
  id: newId('delivery', now),
  webhookId: 'msg_1' as WebhookId,
  invoiceId: newId('invoice', now),
  storeId: newId('store', now),
  userId: null,
  url: 'https://shop.example/paid',
  endpoint: 'https://shop.example',
  endpointId: null,
  body: '{}',
  attempts: 0,
  leaseToken: 'lease',
};

test('a callback whose event cannot be read for its trace is sent without one', async () => {
  const db = createDb({ url: 'postgres://127.0.0.1:9/none', poolMax: 1, applicationName: 'test' });
  const settings = { url: 'http://127.0.0.1:9', headers: {}, resource: {}, share: 1 };
  const secrets = createSecretBox([{ id: 1, key: Buffer.alloc(32, 1) }]);
  const sent: Readonly<Record<string, string>>[] = [];
  const post: OutboundHttp['post'] = async (_url, { headers }) => {
    sent.push(headers);
    return { outcome: 'answered', httpStatus: 200, response: 'ok', retryAfter: undefined, durationMs: 1 };
  };
  const stores = { readSigningSecrets: async () => ({ merchantId: 'm', apiKey: 'k', secrets: [], epusdtToken: undefined }) };
  const tracing = createTracing({ settings, db: db.query, log: createLogger('silent'), secrets });
  // All that an attempt uses.
  const deps = { db, clocks: systemClocks, http: { post }, stores, tracing } as unknown as CallbackDeps;
  expect(await createMakeAttempt(deps)(delivery)).toMatchObject({ outcome: 'delivered', ends: 'delivered', httpStatus: 200 });
  expect(sent).toEqual([expect.not.objectContaining({ traceparent: expect.anything() })]);
  await db.close();
});
