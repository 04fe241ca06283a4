import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { loquatVersion } from '../version.ts'
import type { TrustProxy } from './proxies.ts'
import type { TraceSpan, Tracing, TracingConfig } from './tracing.ts'

/** Spans beyond this are dropped while the collector is slow or unreachable. */
const maxQueuedSpans = 2_048
const exportTimeoutMs = 5_000
const closeTimeoutMs = 1_000

/**
 * Traces with the packages of OpenTelemetry. Loaded only if tracing is on. Spans know their parents from the work context, so no
 * library is patched and nothing is global.
 */
export function startTracing({ url, share }: TracingConfig, trustProxy: TrustProxy): Tracing {
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: exportTimeoutMs })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'loquat', 'service.version': loquatVersion }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
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
    beginRequest: (name, request, attributes) => {
      const options = { kind: SpanKind.SERVER, attributes: { ...attributes } }
      return wrap(tracer, tracer.startSpan(name, options, contextOf(request, trustProxy)))
    },
    beginJob: (name, attributes) => {
      const options = { kind: SpanKind.CONSUMER, attributes: { ...attributes } }
      return wrap(tracer, tracer.startSpan(name, options, ROOT_CONTEXT))
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

/** Only of trusted proxies: others could have all of their requests traced. */
function contextOf({ headers, socket }: IncomingMessage, trustProxy: TrustProxy): Context {
  const { traceparent } = headers
  if (typeof traceparent !== 'string' || !trustProxy(socket.remoteAddress ?? '', 0)) return ROOT_CONTEXT
  const parent = parseTraceParent(traceparent)
  return parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true })
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
