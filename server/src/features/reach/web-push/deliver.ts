import { createHash } from 'node:crypto'
import type { WebPush } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { fetchOutside, type OutsideAnswer, OutsideError } from '../../../platform/outbound.ts'
import type { DuePush } from './due-store.ts'
import { encryptFor } from './encrypt.ts'
import { payloadFor } from './payload.ts'

/**
 * Result of an attempt. `gone` means that the subscription no longer exists, `unneeded` that there is nothing to show
 * anymore.
 */
export type DeliveryResult =
  | 'delivered'
  | 'refused'
  | 'unneeded'
  | 'gone'
  | 'interrupted'
  | { retryAfterMs: number }

export const timeoutMs = 10_000
/** Maximum response size, for the log. */
const maxResponseBytes = 1_000
/** TTL: after this the push is dropped and the app catches up on its own. */
const ttlSeconds = 86_400

/** Sends one browser the notification of one conversation. */
export async function deliver(
  app: App,
  due: DuePush,
  stopping: AbortSignal | undefined,
): Promise<DeliveryResult> {
  const payload = await payloadFor(app, due)
  if (payload === undefined) return 'unneeded'
  let answer: OutsideAnswer
  try {
    answer = await fetchOutside(due.endpoint, {
      method: 'POST',
      headers: await headersFor(app, due, payload),
      body: encryptFor(due, JSON.stringify(payload)),
      timeoutMs,
      maxBytes: maxResponseBytes,
      allowPrivate: app.config.allowPrivateCallbacks,
      signal: stopping,
    })
  } catch (error) {
    if (stopping?.aborted) return 'interrupted'
    if (!(error instanceof OutsideError)) throw error
    return error.failure === 'forbidden' ? 'gone' : { retryAfterMs: 0 }
  }
  return resultOf(app, due, answer)
}

async function headersFor(app: App, { endpoint, tag }: DuePush, payload: WebPush) {
  return {
    authorization: await app.vapid.authorization(endpoint, app.clock.now()),
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    ttl: String(ttlSeconds),
    urgency: payload.kind === 'message' ? 'high' : 'normal',
    // A newer push replaces one still waiting for an offline device.
    topic: createHash('sha256').update(tag).digest('base64url').slice(0, 32),
  }
}

function resultOf(
  app: App,
  { realmId, endpoint }: DuePush,
  { status, headers, body }: OutsideAnswer,
): DeliveryResult {
  if (status >= 200 && status < 300) return 'delivered'
  if (status === 404 || status === 410) return 'gone'
  if (status === 429 || status >= 500) return { retryAfterMs: Number(headers['retry-after']) * 1_000 || 0 }
  const said = { realm_id: realmId, service: new URL(endpoint).host, status, body: body.toString() }
  app.logger.warn(said, 'a push service refused a message')
  return 'refused'
}
