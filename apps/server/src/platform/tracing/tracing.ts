import { AsyncLocalStorage } from 'node:async_hooks';
import type { TracingSettings } from '../../config-tracing';
import type { Queryable } from '../db/db';
import type { InvoiceId } from '../id-types';
import type { Logger } from '../log';
import type { SecretBox } from '../secrets/crypto';
import { createExporter } from './exporter';
import {
  type Attributes,
  isSampled,
  newSpanId,
  newTraceId,
  preciseNow,
  readTraceparent,
  type Span,
  type SpanKind,
  type SpanPlace,
  spanIdOf,
  toTraceparent,
} from './span';
import { findPlaces, saveTraceContext } from './traces.queries';

export type OpenSpan = {
  /** For the header of a request that this span makes. */
  readonly traceparent: string;
  readonly place: SpanPlace;
  end(result: { readonly name?: string; readonly attributes: Attributes; readonly isError: boolean }): void;
};
/** An event of a subject, such as an invoice, that a commit has made. */
export type TracedEvent = { readonly subject: string; readonly eventId: string; readonly name: string };

type EventTimes = { readonly startedAt: number; readonly endedAt: number; readonly by: SpanPlace | undefined };

/** A span per event whose subject has a trace. */
function eventSpans(events: readonly TracedEvent[], places: ReadonlyMap<string, SpanPlace>, { by, ...times }: EventTimes): Span[] {
  return events.flatMap(({ subject, eventId, name }) => {
    const parent = places.get(subject);
    if (parent === undefined) return [];
    const link = by === undefined || by.traceId === parent.traceId ? undefined : by;
    const place = { traceId: parent.traceId, spanId: spanIdOf(eventId), parentSpanId: parent.spanId };
    return [{ ...place, ...times, name: `outbox ${name}`, kind: 4, attributes: { 'event.id': eventId }, isError: false, link }];
  });
}

type TracingDeps = {
  readonly settings: TracingSettings;
  readonly db: Queryable;
  readonly log: Logger;
  readonly secrets: Pick<SecretBox, 'sign'>;
};

/**
 * A trace is the life of a subject: it begins with the request that created it, and has its later events and callbacks, which other processes
 * make minutes or days later. The place is kept in the table `traces` between them.
 */
export function createTracing({ settings, db, log, secrets }: TracingDeps) {
  const exporter = createExporter(settings, log);
  const current = new AsyncLocalStorage<SpanPlace>();

  function open(name: string, kind: SpanKind, traceId: string, parentSpanId: string | undefined): OpenSpan {
    const place = { traceId, spanId: newSpanId() };
    const startedAt = preciseNow();
    return {
      place,
      traceparent: toTraceparent(place),
      end: (result) => exporter.add({ ...place, parentSpanId, kind, startedAt, endedAt: preciseNow(), name, ...result }),
    };
  }

  /** Tracing never fails the work. */
  const unless = <T>(work: Promise<T>): Promise<T | undefined> =>
    work.catch((error: unknown) => {
      log.debug({ err: error }, 'a trace was not kept or not found');
      return undefined;
    });

  return {
    /** Continues the caller's trace; undefined where it is not sampled. */
    startRequest: (name: string, traceparent: unknown): OpenSpan | undefined => {
      const caller = readTraceparent(traceparent);
      const traceId = caller?.traceId ?? newTraceId();
      return isSampled(secrets, traceId, settings.share) ? open(name, 2, traceId, caller?.spanId) : undefined;
    },
    within: <T>(span: OpenSpan, work: () => T): T => current.run(span.place, work),
    /** The subject's trace is that of the request under way. */
    keep: async (subject: InvoiceId): Promise<void> => {
      const place = current.getStore();
      if (place !== undefined) await unless(saveTraceContext(db, subject, place));
    },
    /** After the commit: a span per event, in the trace of its subject. `startedAt`: when the change began. */
    addEvents: (events: readonly TracedEvent[], startedAt: number): void => {
      const times = { startedAt, endedAt: preciseNow(), by: current.getStore() };
      const found = findPlaces(
        db,
        events.map(({ subject }) => subject),
      );
      void unless(found.then((places) => eventSpans(events, places, times).forEach(exporter.add)));
    },
    /** What another process makes of an event. */
    startFollowUp: (name: string, findEvent: () => Promise<Omit<TracedEvent, 'name'> | undefined>): Promise<OpenSpan | undefined> => {
      const start = async (): Promise<OpenSpan | undefined> => {
        const event = await findEvent();
        const parent = event && (await findPlaces(db, [event.subject])).get(event.subject);
        return parent && open(name, 3, parent.traceId, spanIdOf(event.eventId));
      };
      return unless(start());
    },
    stop: exporter.stop,
  };
}
export type Tracing = ReturnType<typeof createTracing>;
