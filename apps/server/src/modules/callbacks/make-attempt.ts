import { killPoint } from '../../platform/kill-points';
import type { OutboundResult } from '../../platform/net/outbound-http';
import type { CallbackDeps } from './callbacks.deps';
import type { ClaimedDelivery, DoneAttempt } from './dispatch.queries';
import { isEpusdtBody } from './event-body';
import { type AttemptOutcome, nextStep, outcomeOfEpusdt, outcomeOfStatus, retryAfterMs } from './retry.domain';
import { sendCallback } from './send-callback';
import { readSigning } from './store-endpoints/read-signing';
import { createSigningCache } from './store-endpoints/signing-cache';

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

/** Makes one attempt, and returns what to record. */
export function createMakeAttempt(deps: CallbackDeps): MakeAttempt {
  const { business, real } = deps.clocks;
  const signingOf = createSigningCache((signed) => readSigning(deps, signed));
  return async (delivery) => {
    const signing = await signingOf(delivery);
    if (signing === undefined) return notWanted(delivery, business.now());
    killPoint('callback.before_send');
    const result = await sendCallback({ http: deps.http, realClock: real }, delivery, signing);
    killPoint('callback.before_record');
    const answered = result.outcome === 'answered' ? result : undefined;
    const outcome = outcomeOf(delivery, result);
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
