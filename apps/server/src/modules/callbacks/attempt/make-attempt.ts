import { killPoint } from '../../../platform/kill-points';
import type { OutboundResult } from '../../../platform/net/outbound-http';
import type { Attributes } from '../../../platform/tracing/span';
import type { OpenSpan, Tracing } from '../../../platform/tracing/tracing';
import { eventIdOf } from '../../invoices/invoices.service';
import type { CallbackDeps } from '../callbacks.deps';
import { type ClaimedDelivery, type DoneAttempt, findEvent } from '../dispatch.queries';
import { isEpusdtBody } from '../event-body';
import { sendCallback } from '../send-callback';
import { readSigning } from '../store-endpoints/read-signing';
import { createSigningCache } from '../store-endpoints/signing-cache';
import { type AttemptOutcome, nextStep, outcomeOfEpusdt, outcomeOfStatus, retryAfterMs } from './retry.domain';

export type MakeAttempt = (delivery: ClaimedDelivery) => Promise<DoneAttempt>;

/** Its endpoint was removed or switched off while it waited. */
const notWanted = (delivery: ClaimedDelivery, at: Date): DoneAttempt => ({
  delivery,
  at,
  outcome: 'gone',
  httpStatus: null,
  durationMs: 0,
  response: null,
  ends: 'superseded',
  dueAt: null,
});

function outcomeOf({ body }: ClaimedDelivery, result: OutboundResult): AttemptOutcome {
  if (result.outcome !== 'answered') return result.outcome;
  return isEpusdtBody(body) ? outcomeOfEpusdt(result.httpStatus, result.response) : outcomeOfStatus(result.httpStatus);
}

/** In the trace of the invoice, below the event that is sent. */
const startTrace = ({ db }: CallbackDeps, tracing: Tracing, { id, invoiceId }: ClaimedDelivery): Promise<OpenSpan | undefined> =>
  tracing.startFollowUp('POST callback', async () => {
    const found = await findEvent(db.query, id);
    return found && { subject: invoiceId, eventId: eventIdOf(invoiceId, found.occurrence, found.event) };
  });

function describeAttempt(delivery: ClaimedDelivery, outcome: AttemptOutcome, httpStatus: number | undefined) {
  const attributes: Attributes = {
    'http.request.method': 'POST',
    'server.address': new URL(delivery.url).hostname,
    'stablegate.attempt': delivery.attempts + 1,
    'stablegate.outcome': outcome,
    ...(httpStatus === undefined ? {} : { 'http.response.status_code': httpStatus }),
  };
  return { attributes, isError: outcome !== 'delivered' };
}

/** Makes one attempt, and returns what to record. */
export function createMakeAttempt(deps: CallbackDeps): MakeAttempt {
  const { business, real } = deps.clocks;
  const signingOf = createSigningCache((signed) => readSigning(deps, signed));
  return async (delivery) => {
    const signing = await signingOf(delivery);
    if (signing === undefined) return notWanted(delivery, business.now());
    killPoint('callback.before_send');
    const trace = deps.tracing === undefined ? undefined : await startTrace(deps, deps.tracing, delivery);
    const result = await sendCallback({ http: deps.http, realClock: real }, { ...delivery, traceparent: trace?.traceparent }, signing);
    killPoint('callback.before_record');
    const answered = result.outcome === 'answered' ? result : undefined;
    const outcome = outcomeOf(delivery, result);
    trace?.end(describeAttempt(delivery, outcome, answered?.httpStatus));
    const step = nextStep(outcome, delivery.attempts + 1, retryAfterMs(answered?.retryAfter, real.now()), Math.random());
    const at = business.now();
    return {
      delivery,
      at,
      outcome,
      httpStatus: answered?.httpStatus ?? null,
      durationMs: result.durationMs,
      response: answered?.response ?? null,
      ends: step.ends,
      dueAt: step.ends === null ? new Date(at.getTime() + step.pauseMs) : null,
    };
  };
}
