import type { Logger } from '../log';
import type { Attributes, Span } from './span';

export type ExporterSettings = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Names this process. */
  readonly resource: Attributes;
};
export type Exporter = { add(span: Span): void; stop(): Promise<void> };

const BATCH_MAX = 512;
/** Traces are worth less than memory: beyond this they are dropped. */
const WAITING_MAX = 4_096;
const EVERY_MS = 2_000;
const ANSWER_MS_MAX = 5_000;
const COMPLAIN_EVERY_MS = 60_000;
const STATUS_ERROR = 2;

const attributesOf = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? { stringValue: value } : { intValue: String(value) },
  }));
const nanoseconds = (ms: number): string => `${Math.round(ms * 1_000)}000`;

/** https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding: ids in hex, 64-bit numbers as text. */
const toWire = (span: Span) => ({
  traceId: span.traceId,
  spanId: span.spanId,
  ...(span.parentSpanId === undefined ? {} : { parentSpanId: span.parentSpanId }),
  name: span.name,
  kind: span.kind,
  startTimeUnixNano: nanoseconds(span.startedAt),
  endTimeUnixNano: nanoseconds(Math.max(span.startedAt, span.endedAt)),
  attributes: attributesOf(span.attributes),
  status: span.isError ? { code: STATUS_ERROR } : {},
  ...(span.link === undefined ? {} : { links: [{ traceId: span.link.traceId, spanId: span.link.spanId }] }),
});

/** OTLP over HTTP as JSON, in batches and beside the work: a collector that is away costs spans and nothing else. */
export function createExporter({ url, headers, resource }: ExporterSettings, log: Logger): Exporter {
  const waiting: Span[] = [];
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;
  let complainedAt = Number.NEGATIVE_INFINITY;

  function complain(reason: unknown): void {
    if (performance.now() - complainedAt < COMPLAIN_EVERY_MS) return;
    complainedAt = performance.now();
    log.warn({ reason: String(reason) }, 'traces could not be sent; they are dropped');
  }

  async function post(batch: readonly Span[]): Promise<void> {
    const scopeSpans = [{ scope: { name: 'stablegate' }, spans: batch.map(toWire) }];
    const body = JSON.stringify({ resourceSpans: [{ resource: { attributes: attributesOf(resource) }, scopeSpans }] });
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body,
        redirect: 'error', // the headers may hold a key of the collector
        signal: AbortSignal.timeout(ANSWER_MS_MAX),
      });
      await answer.arrayBuffer();
      if (!answer.ok) complain(`HTTP ${answer.status}`);
    } catch (error) {
      complain(error);
    }
  }

  async function sendAll(): Promise<void> {
    while (waiting.length > 0) await post(waiting.splice(0, BATCH_MAX));
  }
  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    sending ??= sendAll().finally(() => {
      sending = undefined;
    });
    return sending;
  }

  return {
    add: (span) => {
      if (waiting.length >= WAITING_MAX) return complain('too many wait');
      waiting.push(span);
      if (waiting.length >= BATCH_MAX) void flush();
      else timer ??= setTimeout(() => void flush(), EVERY_MS).unref();
    },
    stop: flush,
  };
}
