import { createHash, randomBytes } from 'node:crypto';
import type { SecretBox } from '../secrets/crypto';

/** Where a span hangs: W3C trace context, https://www.w3.org/TR/trace-context/. */
export type SpanPlace = { readonly traceId: string; readonly spanId: string };
/** OTLP's numbers: 2 answers a request, 3 makes one, 4 leaves something for another process. */
export type SpanKind = 2 | 3 | 4;
export type Attributes = Readonly<Record<string, string | number>>;
export type Span = SpanPlace & {
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly kind: SpanKind;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly attributes: Attributes;
  readonly isError: boolean;
  /** Another trace that had a part in it. */
  readonly link?: SpanPlace | undefined;
};

const PARENT = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/;

export function readTraceparent(text: unknown): SpanPlace | undefined {
  const [, traceId, spanId] = typeof text === 'string' ? (PARENT.exec(text) ?? []) : [];
  return traceId === undefined || spanId === undefined ? undefined : { traceId, spanId };
}

export const toTraceparent = ({ traceId, spanId }: SpanPlace): string => `00-${traceId}-${spanId}-01`;
export const newTraceId = (): string => randomBytes(16).toString('hex');
export const newSpanId = (): string => randomBytes(8).toString('hex');

/** The same in every process: what sends a callback knows the span of its event, which another process has recorded. */
export const spanIdOf = (eventId: string): string => createHash('sha256').update(eventId).digest('hex').slice(0, 16);

/**
 * By a keyed hash of the trace's id, so that all processes with our master key decide alike. Not by the id itself, which is what the
 * specification's TraceIdRatioBased does: the caller chooses it.
 */
export const isSampled = (secrets: Pick<SecretBox, 'sign'>, traceId: string, share: number): boolean =>
  share === 1 || (share > 0 && secrets.sign('trace-sample', traceId).readUInt32BE(0) < share * 2 ** 32);

/** Milliseconds with a fraction. */
export const preciseNow = (): number => performance.timeOrigin + performance.now();
