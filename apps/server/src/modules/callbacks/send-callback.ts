import { createHmac } from 'node:crypto';
import { assertDefined } from '../../platform/assert';
import type { Clock } from '../../platform/clock';
import type { Id } from '../../platform/id-types';
import type { OutboundHttp, OutboundResult } from '../../platform/net/outbound-http';
import { signEpusdt } from '../stores/stores.service';
import type { EpusdtBody, FixedBody, SpecifiedBody } from './callbacks.queries';
import { isEpusdtBody } from './event-body';
import type { Signing } from './store-endpoints/read-signing';
import type { WebhookId } from './webhook-id';

export type SendDeps = { readonly http: OutboundHttp; readonly realClock: Clock };

/** As in the Standard Webhooks convention; while a secret is being rotated both sign, and either verifies. */
function signaturesOf(secrets: readonly string[], signed: string): string {
  return secrets
    .map((secret) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .map((key) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
    .join(' ');
}

/** `traceparent`: where the attempt is traced, so that the receiver can continue. */
export type Message = {
  readonly traceparent?: string | undefined;
  readonly webhookId: WebhookId | Id<'testCallback'>;
  readonly url: string;
  readonly body: FixedBody;
};

/** The specified body, its fields in the specified order. */
function specifiedText(fixed: SpecifiedBody, { merchantId: merchant_id, apiKey }: Signing): string {
  const { request_id, amount, status, from_address, trans_id, trans_hash, withMainKey = true } = fixed;
  const api_key = withMainKey ? apiKey : '';
  return JSON.stringify({ request_id, merchant_id, api_key, amount, status, from_address, trans_id, trans_hash });
}

/** Signed with the token of the moment, as the specified body carries the key of the moment. */
function epusdtText(fixed: EpusdtBody, { epusdtToken }: Signing): string {
  const { status, ...fields } = fixed; // in the published order
  return JSON.stringify({ ...fields, signature: signEpusdt(fixed, assertDefined(epusdtToken, 'the token of an Epusdt order')), status });
}

function textOf(body: FixedBody, signing: Signing): string {
  if (typeof body === 'string') return body;
  return isEpusdtBody(body) ? epusdtText(body, signing) : specifiedText(body, signing);
}

export function sendCallback({ http, realClock }: SendDeps, message: Message, signing: Signing): Promise<OutboundResult> {
  const body = textOf(message.body, signing);
  const timestamp = String(Math.floor(realClock.now().getTime() / 1_000));
  return http.post(message.url, {
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Stablegate-Callback/1.0',
      ...(message.traceparent === undefined ? {} : { traceparent: message.traceparent }),
      'webhook-id': message.webhookId,
      'webhook-timestamp': timestamp,
      'webhook-signature': signaturesOf(signing.secrets, `${message.webhookId}.${timestamp}.${body}`),
    },
  });
}
