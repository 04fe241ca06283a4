import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { loquatVersion } from '../version.ts'
import type { TraceSpan, Tracing, TracingConfig } from './tracing.ts'

/** Spans beyond this are dropped while the collector is slow or unreachable. */
const maxQueuedSpans = 2_048
const exportTimeoutMs = 5_000
const closeTimeoutMs = 1_000

/**
 * Traces with the packages of OpenTelemetry. Loaded only if tracing is on. Spans know their parents from the work context, so no
 * library is patched and nothing is global.
 */
export function startTracing({ url }: TracingConfig): Tracing {
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: exportTimeoutMs })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'loquat', 'service.version': loquatVersion }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        maxQueueSize: maxQueuedSpans,
        scheduledDelayMillis: 1_000,
        exportTimeoutMillis: exportTimeoutMs,
      }),
    ],
  })
  const tracer = provider.getTracer('loquat', loquatVersion)
  return {
    begin: (name, kind, attributes) => {
      const spanKind = kind === 'request' ? SpanKind.SERVER : SpanKind.CONSUMER
      return wrap(
        tracer,
        tracer.startSpan(name, { kind: spanKind, attributes: { ...attributes } }, ROOT_CONTEXT),
      )
    },
    close: async () => {
      // A collector that is gone must not keep the server from stopping.
      await Promise.race([
        provider.shutdown().catch(() => {}),
        sleep(closeTimeoutMs, undefined, { ref: false }),
      ])
    },
  }
}

function wrap(tracer: Tracer, span: Span): TraceSpan {
  const context = trace.setSpan(ROOT_CONTEXT, span)
  return {
    begin: (name, attributes = {}) =>
      wrap(tracer, tracer.startSpan(name, { attributes: { ...attributes } }, context)),
    add: (name, ms, attributes = {}) => {
      const startTime = Date.now() - ms
      tracer
        .startSpan(name, { kind: SpanKind.CLIENT, startTime, attributes: { ...attributes } }, context)
        .end()
    },
    end: (attributes = {}, error) => {
      span.setAttributes({ ...attributes })
      // Messages of errors may contain values, so only the kind of error is sent.
      if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: nameOf(error) })
      span.end()
    },
  }
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : 'Error')
