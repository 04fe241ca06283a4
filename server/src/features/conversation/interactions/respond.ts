import { apiError, type InteractionResponse, interactionResponse, responseLimits } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import { isDeeperThan, maxJsonDepth } from '../../../http/request/json-depth.ts'
import type { Realm } from '../../../realms/realm.ts'
import { deleteMessage } from '../message-changes/delete.ts'
import { updateMessage } from '../message-changes/edit.ts'
import { compose } from '../messages/compose.ts'
import { checkedContent } from '../messages/content.ts'
import { storeWithin } from '../messages/outbox.ts'
import { channelDestination, directDestination } from '../messages/resolve-destination.ts'
import { withTopicEffects } from '../messages/send.ts'
import { storedComponents, updateComponents } from '../submessages/components.ts'
import { type InteractionPlace, isPlaceVisible } from './create.ts'
import { publishEphemeral } from './ephemeral.ts'
import { placeOf } from './place.ts'
import { countResponse, type InteractionRow, loadInteraction } from './store.ts'
import { interactionOfToken, isExpired } from './token.ts'

const clientName = 'InteractionResponse'

/** Handles a post to the response URL of an interaction. */
export async function respondByUrl(app: App, realm: Realm, token: string, payload: string): Promise<void> {
  const id = interactionOfToken(app, realm.id, token)
  const row = id === undefined ? undefined : await loadInteraction(app.database.db, realm.id, id)
  if (row === undefined || isExpired(row.created_at, app.clock.now())) throw apiError('interaction-not-found')
  const response = parseResponse(payload)
  if (!(await countResponse(app.database.db, row.id, responseLimits.count))) {
    throw apiError('interaction-responses-exceeded', { max: responseLimits.count })
  }
  await applyResponse(app, realm, row, response)
}

/** Parses a response of a bot, and rejects characters that cannot be stored. */
export function parseResponse(payload: string): InteractionResponse {
  const malformed = (problem: string) => apiError('interaction-response-malformed', { problem })
  if (isDeeperThan(payload, maxJsonDepth)) throw malformed('it is nested too deeply')
  let value: unknown
  try {
    value = JSON.parse(payload)
  } catch {
    throw malformed('it is not JSON')
  }
  if (!isStorable(value)) throw malformed('it contains an invalid character')
  const parsed = interactionResponse.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw malformed(`${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim())
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, inner]) => isStorable(key) && isStorable(inner))
}

/** Applies a response, whether it was posted to the URL or answered to a call. */
export async function applyResponse(
  app: App,
  realm: Realm,
  row: InteractionRow,
  response: InteractionResponse,
): Promise<void> {
  await realm.follower.advance()
  const bot = realm.directory.users.get(row.bot_id)
  if (!bot?.isActive) throw apiError('interaction-bot-deactivated')
  const text = response.text ?? response.content
  if (response.delete_original === true) {
    await deleteMessage(app, realm, bot, originalOf(row))
    return
  }
  if (response.replace_original === true) {
    await replaceOriginal(app, realm, bot, originalOf(row), response)
    return
  }
  if (text === undefined || text.trim() === '') return
  await answer(app, realm, bot, row, text, response)
}

function originalOf({ message_id }: InteractionRow): number {
  if (message_id === null) throw apiError('message-not-found')
  return message_id
}

/** Without components, the message has none any longer, as in Slack. */
async function replaceOriginal(
  app: App,
  realm: Realm,
  bot: User,
  messageId: number,
  response: InteractionResponse,
): Promise<void> {
  const text = response.text ?? response.content
  const components = response.components ?? []
  storedComponents(components)
  if (text !== undefined) {
    await updateMessage(app, realm, bot, messageId, { ...unchanged, content: text })
  }
  await updateComponents(realm, bot, messageId, components)
}

const unchanged = {
  topic: undefined,
  stream_id: undefined,
  propagate_mode: 'change_one',
  send_notification_to_old_thread: false,
  send_notification_to_new_thread: false,
} as const

/** Sends the text as a message, or shows it only to the user. Where the bot cannot post, nobody else sees it. */
async function answer(
  app: App,
  realm: Realm,
  bot: User,
  row: InteractionRow,
  text: string,
  response: InteractionResponse,
): Promise<void> {
  const place = await placeOf(app, realm, row)
  if (place === undefined) throw apiError('interaction-not-found')
  if (response.response_type === 'in_channel' && mayPostIn(realm, bot, row, place)) {
    await post(app, realm, bot, place, text, response)
    return
  }
  const user = realm.directory.users.get(row.user_id)
  if (!user?.isActive || !isPlaceVisible(realm, user, place)) return
  await publishEphemeral(app, realm, {
    bot,
    user,
    place,
    content: text,
    messageId: row.message_id ?? undefined,
  })
}

/**
 * A command was run by a user who could post there, as outgoing webhooks answer where they were mentioned. Otherwise the bot
 * must still have access to the place of its message.
 */
function mayPostIn(realm: Realm, bot: User, row: InteractionRow, place: InteractionPlace): boolean {
  if (place.channel === undefined) return place.userIds.includes(bot.id)
  if (place.channel.isArchived) return false
  return row.message_id === null || isPlaceVisible(realm, bot, place)
}

async function post(
  app: App,
  realm: Realm,
  bot: User,
  { channel, topic, userIds }: InteractionPlace,
  text: string,
  { components }: InteractionResponse,
): Promise<void> {
  const destination =
    channel === undefined
      ? await directDestination(app, realm, [...userIds])
      : channelDestination(channel, topic)
  const composed = await compose(app, realm, bot, destination, {
    content: checkedContent(text),
    clientName,
    components:
      components === undefined || components.length === 0 ? undefined : storedComponents(components),
  })
  await realm.transact((tx) => storeWithin(tx, [withTopicEffects(realm, bot, destination, composed)]))
  app.metrics.messagesSent(1)
}
