import type { App } from '../../../app.ts'
import { fetchOutside, type OutsideAnswer, OutsideError } from '../../../platform/outbound.ts'
import { loadMessages } from '../../conversation/message-queries/fetch-store.ts'
import { presentServices } from '../../identity/bots/present.ts'
import { loadServices } from '../../identity/bots/store.ts'
import { applyResponse, type Occasion } from './apply-response.ts'
import { failureOf, type Outcome, outcomeOf } from './outcome.ts'
import { formats } from './request.ts'
import { type Call, endCall } from './store.ts'

/** What became of an attempt: there is nothing left to do, nobody answered, or the server is being stopped. */
export type Called = 'ended' | 'failed' | 'interrupted'

/** Of an answer no more is read. What people can read of it is far less. */
const mostBytes = 1024 * 1024

/** Calls a bot's server and does what it answers. The last attempt tells if nobody answered. */
export async function call(
  app: App,
  one: Call,
  isLast: boolean,
  stopping: AbortSignal | undefined,
): Promise<Called> {
  const occasion = await occasionOf(app, one)
  if (occasion === undefined) {
    await endCall(app.database.db, one.id)
    return 'ended'
  }
  const outcome = await ask(app, occasion, stopping)
  if (outcome === 'interrupted') return outcome
  if (outcome.kind === 'failure' && outcome.isPassing && !isLast) return 'failed'
  await applyResponse(app, occasion, outcome)
  return 'ended'
}

/** Nothing where there is nobody to call, or nothing to call them for, any more. */
async function occasionOf(app: App, one: Call): Promise<Occasion | undefined> {
  const realm = await app.realms.byId(one.realm_id)
  await realm.follower.advance()
  const { directory } = realm
  const bot = directory.users.get(one.bot_id)
  if (!bot?.isActive || directory.realm.deactivated) return undefined
  const { db } = app.database
  const [message] = await loadMessages(db, bot.id, [one.message_id])
  const services = await loadServices(db, realm.id, [bot.id])
  const [service] = presentServices(app.sealer, bot, services)
  if (message === undefined || service === undefined) return undefined
  return { call: one, realm, bot, service, message }
}

async function ask(
  app: App,
  occasion: Occasion,
  stopping: AbortSignal | undefined,
): Promise<Outcome | 'interrupted'> {
  const { base_url } = occasion.service
  const format = formats[occasion.service.interface]
  if (format === undefined || base_url === '') return failureOf('no-address')
  const request = format.requestFor(occasion)
  if (request === undefined) return failureOf('direct-message')
  let answer: OutsideAnswer
  try {
    answer = await fetchOutside(base_url, {
      method: 'POST',
      ...request,
      timeoutMs: app.config.webhookTimeoutMs,
      maxBytes: mostBytes,
      allowPrivate: app.config.allowPrivateCallbacks,
      signal: stopping,
    })
  } catch (error) {
    if (stopping?.aborted) return 'interrupted'
    if (error instanceof OutsideError) return failureOf(error.failure)
    throw error
  }
  return outcomeOf(answer, format.replyIn)
}
