import type { App } from '../../../app.ts'
import { loadMessages } from '../../conversation/message-queries/fetch-store.ts'
import { presentServices } from '../../identity/bots/present.ts'
import { loadServices } from '../../identity/bots/store.ts'
import { applyResponse, type CallContext } from './apply-response.ts'
import { callForInteraction } from './interaction-call.ts'
import { type CallOutcome, failureOf, outcomeOf } from './outcome.ts'
import { post } from './post.ts'
import { formats } from './request.ts'
import { type CallResult, endCall, type WebhookCall } from './store.ts'

/** Calls a bot's server and applies the response. Only the last attempt reports a temporary failure. */
export async function call(
  app: App,
  one: WebhookCall,
  isLast: boolean,
  stopping: AbortSignal | undefined,
): Promise<CallResult> {
  if (one.interaction_id !== null) return await callForInteraction(app, one, isLast, stopping)
  const context = await loadContext(app, one)
  if (context === undefined) {
    await endCall(app.database.db, one.id)
    return 'ended'
  }
  const outcome = await callServer(app, context, stopping)
  if (outcome === 'interrupted') return outcome
  const isRetried = outcome.kind === 'failure' && outcome.isTemporary && !isLast
  app.metrics.webhookCalled(isRetried ? 'retried' : outcome.kind === 'failure' ? 'failed' : 'answered')
  if (isRetried) return 'failed'
  await applyResponse(app, context, outcome)
  return 'ended'
}

/** Undefined if the bot or the message no longer exists. */
async function loadContext(app: App, one: WebhookCall): Promise<CallContext | undefined> {
  const realm = await app.realms.byId(one.realm_id)
  await realm.follower.advance()
  const { directory } = realm
  const bot = directory.users.get(one.bot_id)
  if (!bot?.isActive || directory.realm.deactivated) return undefined
  const { db } = app.database
  if (one.message_id === null) return undefined
  const [message] = await loadMessages(db, bot.id, [one.message_id])
  const services = await loadServices(db, realm.id, [bot.id])
  const [service] = presentServices(app.sealer, bot, services)
  if (message === undefined || service === undefined || one.trigger === 'interaction') return undefined
  return { call: one, trigger: one.trigger, realm, bot, service, message }
}

async function callServer(
  app: App,
  context: CallContext,
  stopping: AbortSignal | undefined,
): Promise<CallOutcome | 'interrupted'> {
  const { base_url } = context.service
  const format = formats[context.service.interface]
  if (format === undefined || base_url === '') return failureOf('no-address')
  const request = format.requestFor(context)
  if (request === undefined) return failureOf('direct-message')
  const answer = await post(app, context.service, request, stopping)
  if (answer === 'interrupted' || 'kind' in answer) return answer
  return outcomeOf(answer, format.replyIn)
}
