import { setTimeout as sleep } from 'node:timers/promises'
import { apiError } from '@loquat/contract'
import { z } from 'zod'
import { fetchOutside, OutsideError } from '../../../platform/outbound.ts'
import type { SummaryService } from './store.ts'

/** For all attempts together. */
const timeoutMs = 60_000
const maxResponseBytes = 512 * 1024
const maxAttempts = 3
const firstWaitMs = 250
const retriedStatuses = new Set([429, 500, 502, 503, 504])
const maxReportedTokens = 10_000_000

export interface Completion {
  text: string
  /** As the service reports it. */
  tokens: number | undefined
}

export interface CompletionMessage {
  role: 'system' | 'user'
  content: string
}

const completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().nullish() }) })).min(1),
  usage: z
    .object({ total_tokens: z.int().min(0).max(maxReportedTokens) })
    .nullish()
    .catch(undefined),
})

/**
 * Asks a service with the chat completions of OpenAI. Throws sentences that name the problem of the service. They contain nothing of its
 * response, which could repeat the key.
 */
export async function complete(
  service: SummaryService,
  messages: readonly CompletionMessage[],
  { allowPrivate, signal }: { allowPrivate: boolean; signal?: AbortSignal | undefined },
): Promise<Completion> {
  const host = new URL(service.baseUrl).host
  const deadline = performance.now() + timeoutMs
  let lengthParameter: 'max_tokens' | 'max_completion_tokens' = 'max_tokens'
  for (let attempt = 1; ; attempt++) {
    const { status, body } = await post(
      service,
      JSON.stringify({ model: service.model, messages, stream: false, [lengthParameter]: service.maxTokens }),
      { allowPrivate, signal, timeoutMs: Math.max(1, Math.ceil(deadline - performance.now())) },
    )
    if (status === 200) return completionIn(body, host)
    const isLast = attempt === maxAttempts
    // Newer models of OpenAI have another name for it, and say so.
    if (
      status === 400 &&
      !isLast &&
      lengthParameter === 'max_tokens' &&
      body.includes('max_completion_tokens')
    ) {
      lengthParameter = 'max_completion_tokens'
      continue
    }
    if (isLast || !retriedStatuses.has(status)) throw statusError(service, host, status)
    await sleep(firstWaitMs * 2 ** (attempt - 1))
  }
}

async function post(
  { baseUrl, apiKey }: SummaryService,
  body: string,
  options: { allowPrivate: boolean; signal: AbortSignal | undefined; timeoutMs: number },
): Promise<{ status: number; body: string }> {
  const host = new URL(baseUrl).host
  try {
    const answer = await fetchOutside(`${baseUrl}/chat/completions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      },
      body,
      maxBytes: maxResponseBytes,
      ...options,
    })
    if (answer.isCut) throw apiError('summary-service-response-invalid', { host })
    return { status: answer.status, body: answer.body.toString('utf8') }
  } catch (error) {
    // The reader left, so nobody sees the error.
    if (options.signal?.aborted) throw apiError('summary-service-unreachable', { host })
    if (!(error instanceof OutsideError)) throw error
    switch (error.failure) {
      case 'forbidden':
        throw apiError('summary-service-private', { host })
      case 'timeout':
        throw apiError('summary-service-timeout', { host, seconds: timeoutMs / 1_000 })
      case 'connection':
        throw apiError('summary-service-unreachable', { host })
      case 'garbage':
        throw apiError('summary-service-response-invalid', { host })
    }
  }
}

function completionIn(body: string, host: string): Completion {
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch {
    throw apiError('summary-service-response-invalid', { host })
  }
  const result = completion.safeParse(parsed)
  if (!result.success) throw apiError('summary-service-response-invalid', { host })
  const { choices, usage } = result.data
  return { text: choices[0]?.message.content ?? '', tokens: usage?.total_tokens }
}

function statusError({ model }: SummaryService, host: string, status: number) {
  if (status === 401 || status === 403) return apiError('summary-service-key-rejected', { host, status })
  if (status === 404) return apiError('summary-service-model-not-found', { host, model })
  if (status === 429) return apiError('summary-service-busy', { host })
  return apiError('summary-service-failed', { host, status })
}
