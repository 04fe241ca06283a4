import { createHash } from 'node:crypto'
import type { WebPush } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { fetchOutside, type OutsideAnswer, OutsideError } from '../../../platform/outbound.ts'
import type { Due } from './due-store.ts'
import { encryptFor } from './encrypt.ts'
import { payloadFor } from './payload.ts'

/** What became of an attempt. `gone`: the browser does not want to hear of us any more. */
export type Delivered = 'told' | 'gone' | 'interrupted' | { again: number }

export const timeoutMs = 10_000
/** Of a push service's answer, for the log. */
const mostBytes = 1_000
/** A device that is off for longer is told nothing; the app itself will tell. */
const secondsKept = 86_400

/** Tells one browser of one conversation. */
export async function deliver(app: App, due: Due, stopping: AbortSignal | undefined): Promise<Delivered> {
  const payload = await payloadFor(app, due)
  if (payload === undefined) return 'told'
  let answer: OutsideAnswer
  try {
    answer = await fetchOutside(due.endpoint, {
      method: 'POST',
      headers: await headersFor(app, due, payload),
      body: encryptFor(due, JSON.stringify(payload)),
      timeoutMs,
      maxBytes: mostBytes,
      allowPrivate: app.config.allowPrivateCallbacks,
      signal: stopping,
    })
  } catch (error) {
    if (stopping?.aborted) return 'interrupted'
    if (!(error instanceof OutsideError)) throw error
    return error.failure === 'forbidden' ? 'gone' : { again: 0 }
  }
  return meaningOf(app, due, answer)
}

async function headersFor(app: App, { endpoint, tag }: Due, payload: WebPush) {
  return {
    authorization: await app.vapid.authorization(endpoint, app.clock.now()),
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    ttl: String(secondsKept),
    urgency: payload.kind === 'message' ? 'high' : 'normal',
    // What waits at the push service for a device that is off is replaced by what comes later.
    topic: createHash('sha256').update(tag).digest('base64url').slice(0, 32),
  }
}

function meaningOf(
  app: App,
  { realmId, endpoint }: Due,
  { status, headers, body }: OutsideAnswer,
): Delivered {
  if (status >= 200 && status < 300) return 'told'
  if (status === 404 || status === 410) return 'gone'
  if (status === 429 || status >= 500) return { again: Number(headers['retry-after']) * 1_000 || 0 }
  const said = { realm_id: realmId, service: new URL(endpoint).host, status, body: body.toString() }
  app.logger.warn(said, 'a push service refused a message')
  return 'told'
}
