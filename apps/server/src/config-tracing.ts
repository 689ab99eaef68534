import { hostname } from 'node:os';
import { z } from 'zod';

export type TracingSettings = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly resource: Readonly<Record<string, string | number>>;
  /** Of all traces, 0 to 1. */
  readonly share: number;
};

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

const headerList = z
  .string()
  .transform((text) => text.split(',').filter((part) => part.trim() !== ''))
  .refine((parts) => parts.every((part) => /^\s*[\w-]+\s*=/.test(part)), 'is written name=value, comma-separated')
  .refine((parts) => parts.every(isDecodable), 'has a % that begins no encoded character; % itself is written %25')
  .transform((parts) =>
    Object.fromEntries(
      parts.map((part) => [part.slice(0, part.indexOf('=')).trim(), decodeURIComponent(part.slice(part.indexOf('=') + 1).trim())]),
    ),
  );

/** Named by OpenTelemetry, so that operators know them. */
export const tracingFields = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, abort: true })
    .refine(
      (text) => new URL(text).username === '' && new URL(text).password === '',
      'has a user or password in its address, which cannot be sent; put Authorization=Basic%20… into OTEL_EXPORTER_OTLP_HEADERS',
    )
    .optional()
    .describe('Collector of traces, OTLP over HTTP as JSON, such as http://localhost:4318; without it nothing is traced'),
  OTEL_EXPORTER_OTLP_HEADERS: headerList.optional().describe('Headers for the collector: name=value, comma-separated'),
  OTEL_SERVICE_NAME: z.string().min(1).max(100).default('stablegate').describe('Name of this installation in traces'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1).describe('Share of the traces that are recorded, 0 to 1'),
};
export const tracingEnvironment = z.object(tracingFields);

export function readTracing(env: z.output<typeof tracingEnvironment>, processName: string | undefined): TracingSettings | undefined {
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return undefined;
  return {
    url: `${env.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, '')}/v1/traces`,
    headers: env.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    resource: { 'service.name': env.OTEL_SERVICE_NAME, 'service.instance.id': `${hostname()}/${processName ?? process.pid}` },
    share: env.OTEL_TRACES_SAMPLER_ARG,
  };
}
