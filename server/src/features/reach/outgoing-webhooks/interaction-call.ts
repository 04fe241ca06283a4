import { WireError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { noticesIn } from '../../../texts/notices.ts'
import { languageOf } from '../../../texts/reader.ts'
import { reasonText } from '../../../texts/reasons.ts'
import { plain } from '../../administration/integrations/markup.ts'
import { type InteractionPlace, presentInteraction } from '../../conversation/interactions/create.ts'
import { publishEphemeral } from '../../conversation/interactions/ephemeral.ts'
import { placeOf } from '../../conversation/interactions/place.ts'
import { applyResponse, parseResponse } from '../../conversation/interactions/respond.ts'
import { type InteractionRow, loadInteraction } from '../../conversation/interactions/store.ts'
import { storeWithin } from '../../conversation/messages/outbox.ts'
import { presentServices } from '../../identity/bots/present.ts'
import { loadServices } from '../../identity/bots/store.ts'
import { ownerNotice } from './apply-response.ts'
import { type InteractionContext, interactionFormats } from './interaction-request.ts'
import { type CallFailure, failureBy, failureOf, statusFailure } from './outcome.ts'
import { post } from './post.ts'
import { type CallResult, clearFailures, endCall, recordFailure, type WebhookCall } from './store.ts'

interface CallContext extends InteractionContext {
  call: WebhookCall
  row: InteractionRow
  place: InteractionPlace
}

/** Calls a bot's server about an interaction, and applies its response like one to the response URL. */
export async function callForInteraction(
  app: App,
  call: WebhookCall,
  isLast: boolean,
  stopping: AbortSignal | undefined,
): Promise<CallResult> {
  const context = await loadContext(app, call)
  if (context === undefined) {
    await endCall(app.database.db, call.id)
    return 'ended'
  }
  const answer = await callServer(app, context, stopping)
  if (answer === 'interrupted') return answer
  const isRetried = 'kind' in answer && answer.isTemporary && !isLast
  app.metrics.webhookCalled(isRetried ? 'retried' : 'kind' in answer ? 'failed' : 'answered')
  if (isRetried) return 'failed'
  // Ended first, so that a response is applied at most once.
  if (!(await endCall(app.database.db, call.id))) return 'ended'
  const failure = 'kind' in answer ? answer : await applied(app, context, answer.body)
  if (failure === undefined) await context.realm.transact((tx) => clearFailures(tx, context.bot.id))
  else await reportFailure(app, context, failure)
  return 'ended'
}

/** Undefined if the bot, its URL or the message no longer exists. */
async function loadContext(app: App, call: WebhookCall): Promise<CallContext | undefined> {
  const realm = await app.realms.byId(call.realm_id)
  await realm.follower.advance()
  const { directory } = realm
  const bot = directory.users.get(call.bot_id)
  if (!bot?.isActive || directory.realm.deactivated || call.interaction_id === null) return undefined
  const { db } = app.database
  const row = await loadInteraction(db, realm.id, call.interaction_id)
  const [service] = presentServices(app.sealer, bot, await loadServices(db, realm.id, [bot.id]))
  const place = row && (await placeOf(app, realm, row))
  if (row === undefined || service === undefined || place === undefined) return undefined
  const interaction = presentInteraction(app, realm, bot, row, place)
  return { call, row, place, realm, bot, service, interaction }
}

async function callServer(
  app: App,
  context: CallContext,
  stopping: AbortSignal | undefined,
): Promise<CallFailure | 'interrupted' | { body: string }> {
  const { service } = context
  const format = interactionFormats[service.interface]
  if (format === undefined || service.base_url === '') return failureOf('no-address')
  const answer = await post(app, service, format(context), stopping)
  if (answer === 'interrupted' || 'kind' in answer) return answer
  return statusFailure(answer) ?? { body: answer.isCut ? '' : answer.body.toString() }
}

/** Applies the response. An empty one is fine: the bot may use the response URL later. */
async function applied(app: App, context: CallContext, body: string): Promise<CallFailure | undefined> {
  if (body.trim() === '' || body.trim() === '""') return undefined
  try {
    await applyResponse(app, context.realm, context.row, parseResponse(body))
    return undefined
  } catch (error) {
    if (!(error instanceof WireError)) throw error
    const { reason, params } = error
    return failureBy(
      'rejected',
      (text, language) =>
        text('webhook.because.rejected', { error: plain(reasonText(language, reason, params)) }),
      body,
    )
  }
}

/** Tells only the user who acted, and once per reason the bot's owner. */
async function reportFailure(
  app: App,
  { realm, bot, row, place, interaction }: CallContext,
  failure: CallFailure,
): Promise<void> {
  const user = realm.directory.users.get(row.user_id)
  if (user?.isActive) {
    const language = languageOf(user)
    const text = noticesIn(language)
    const content = text('webhook.failed', { because: failure.because(text, language) })
    const messageId = interaction.message_id
    await publishEphemeral(app, realm, { bot, user, place, content, messageId }).catch((error: unknown) => {
      if (!(error instanceof WireError)) throw error
    })
  }
  const notice = await ownerNotice(app, { realm, bot }, realm.directory.url, failure)
  await realm.transact(async (tx) => {
    const isNew = await recordFailure(tx, bot.id, failure.reason)
    if (isNew && notice !== undefined) await storeWithin(tx, [notice])
  })
}
