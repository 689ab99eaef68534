-- Where the trace of an invoice began, while tracing is on (OTEL_EXPORTER_OTLP_ENDPOINT): its callbacks are sent by other processes, later.
create table traces (
  subject text collate "C" primary key,
  -- As in the header traceparent.
  parent text collate "C" not null,
  created_at timestamptz not null default now()
);
