/** Values that describe a span. Never values of statements, names or texts. */
export type SpanAttributes = Readonly<Record<string, string | number>>

/** A part of the work for a request or job: the request itself, its action, a statement, the delivery of events. */
export interface TraceSpan {
  /** Begins a part of it. */
  begin(name: string, attributes?: SpanAttributes): TraceSpan
  /** Adds a part that has ended now. */
  add(name: string, ms: number, attributes?: SpanAttributes): void
  /** Ends it; with an error if it failed. */
  end(attributes?: SpanAttributes, error?: unknown): void
}

/** Sends traces to a collector. Absent unless tracing is configured. */
export interface Tracing {
  begin(name: string, kind: 'request' | 'job', attributes: SpanAttributes): TraceSpan
  /** Sends what is left. */
  close(): Promise<void>
}

export interface TracingConfig {
  /** URL that receives traces, by OTLP over HTTP. */
  url: string
}

type Env = Readonly<Record<string, string | undefined>>

const defaultEndpoint = 'http://localhost:4318'

/** Off, unless `LOQUAT_TRACING` is on or the variable of OpenTelemetry names a collector. */
export function tracingConfigFrom(env: Env, problems: string[]): { tracing: TracingConfig | undefined } {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT?.trim() || undefined
  const choice = env.LOQUAT_TRACING?.trim() || (endpoint === undefined ? 'off' : 'on')
  if (choice !== 'on' && choice !== 'off') {
    problems.push(`LOQUAT_TRACING must be "on" or "off", not "${choice}".`)
  }
  const base = (endpoint ?? defaultEndpoint).replace(/\/+$/, '')
  if (!/^https?:\/\//.test(base) || !URL.canParse(base)) {
    problems.push(`OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address, not "${base}".`)
  }
  return { tracing: choice === 'on' ? { url: `${base}/v1/traces` } : undefined }
}
