import { createHmac } from 'node:crypto'
import type { BotServiceObject } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { toSeconds } from '../../../platform/clock.ts'
import { fetchOutside, type OutsideAnswer, OutsideError } from '../../../platform/outbound.ts'
import { type CallFailure, failureOf } from './outcome.ts'
import type { CallRequest } from './request.ts'

/** Maximum response size read; only a short excerpt is shown to people. */
const maxResponseBytes = 1024 * 1024

/** Posts a signed request to a bot's server, within the limits of outbound requests. */
export async function post(
  app: App,
  { base_url, token }: BotServiceObject,
  { headers, body }: CallRequest,
  stopping: AbortSignal | undefined,
): Promise<OutsideAnswer | CallFailure | 'interrupted'> {
  const signature = signatureOf(token, body, toSeconds(app.clock.now()))
  try {
    return await fetchOutside(base_url, {
      method: 'POST',
      headers: { ...headers, 'x-loquat-signature': signature },
      body,
      timeoutMs: app.config.webhookTimeoutMs,
      maxBytes: maxResponseBytes,
      allowPrivate: app.config.allowPrivateCallbacks,
      signal: stopping,
    })
  } catch (error) {
    if (stopping?.aborted) return 'interrupted'
    if (error instanceof OutsideError) return failureOf(error.failure)
    throw error
  }
}

/** Proves to the receiver that the body is ours and recent: an HMAC with the bot's token as the key. */
function signatureOf(token: string, body: string, time: number): string {
  const digest = createHmac('sha256', token).update(`${time}.${body}`).digest('hex')
  return `t=${time},v1=${digest}`
}
