import type { IncomingMessage } from 'node:http'

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
  /** Begins a trace, or a part of the trace that a trusted proxy has begun (`traceparent`). */
  beginRequest(name: string, request: IncomingMessage, attributes: SpanAttributes): TraceSpan
  beginJob(name: string, attributes: SpanAttributes): TraceSpan
  /** Sends what is left. */
  close(): Promise<void>
}

export interface TracingConfig {
  /** URL that receives traces, by OTLP over HTTP. */
  url: string
  /** Share of traces that are sent, between 0 and 1. The decision of a trusted proxy takes precedence. */
  share: number
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
  const share = Number(env.OTEL_TRACES_SAMPLER_ARG?.trim() || 1)
  if (!(share >= 0 && share <= 1)) {
    problems.push(
      `OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not "${env.OTEL_TRACES_SAMPLER_ARG}".`,
    )
  }
  return { tracing: choice === 'on' ? { url: `${base}/v1/traces`, share } : undefined }
}
