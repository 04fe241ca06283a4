import { apiError, botTypes, type InteractionObject } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { InteractionPayload } from '../../../db/tables/interactions.ts'
import { canSeeUser } from '../../../directory/access-users.ts'
import type { Channel, User } from '../../../directory/directory.ts'
import { canReadChannel } from '../../../directory/permissions.ts'
import type { Tx } from '../../../events/transaction.ts'
import { toSeconds } from '../../../platform/clock.ts'
import type { Realm } from '../../../realms/realm.ts'
import {
  hasInteractionQueue,
  hasService,
  type InteractionRow,
  insertInteraction,
  interactionOfRequest,
} from './store.ts'
import { responseUrl } from './token.ts'

/** Where an interaction happens. */
export interface InteractionPlace {
  recipientId: number
  channel: Channel | undefined
  topic: string
  /** Participants of a direct conversation. */
  userIds: readonly number[]
}

interface InteractionInput {
  bot: User
  user: User
  place: InteractionPlace
  messageId: number | undefined
  requestId: string | undefined
  payload: InteractionPayload
}

/**
 * Stores an interaction, and delivers it to the bot: as an event, and by a call if it has a URL. Fails if nothing would
 * receive it. A repeated request returns the first interaction, and delivers nothing.
 */
export async function createInteraction(
  app: App,
  tx: Tx,
  realm: Realm,
  { bot, user, place, messageId, requestId, payload }: InteractionInput,
): Promise<number> {
  const row = await insertInteraction(tx, {
    bot_id: bot.id,
    user_id: user.id,
    message_id: messageId ?? null,
    recipient_id: place.recipientId,
    topic: place.topic,
    request_id: requestId ?? null,
    payload,
    created_at: new Date(app.clock.now()),
  })
  if (row === undefined) return await interactionOfRequest(tx, user.id, requestId ?? '')
  if (!(await isReachable(tx, bot))) throw apiError('interaction-bot-offline', { name: bot.fullName })
  const interaction = presentInteraction(app, realm, bot, row, place)
  tx.publish({ type: 'interaction', interaction }, { users: [bot.id] })
  for (const extend of tx.extensions.interactionCreated) await extend(tx, { id: row.id, bot })
  return row.id
}

/** Whether something receives the interactions of a bot: the server for its own bots, a URL, or a program with a queue. */
async function isReachable({ db }: Tx, bot: User): Promise<boolean> {
  if (bot.isSystemBot) return true
  if (bot.botType === botTypes.outgoingWebhook && (await hasService(db, bot.id))) return true
  return await hasInteractionQueue(db, bot.id)
}

/** An interaction for its bot, which learns the place only if it has access to it. */
export function presentInteraction(
  app: App,
  realm: Realm,
  bot: User,
  row: InteractionRow,
  place: InteractionPlace,
): InteractionObject {
  const { directory } = realm
  return {
    interaction_id: row.id,
    kind: row.payload.command === undefined ? 'action' : 'command',
    user_id: row.user_id,
    timestamp: toSeconds(row.created_at.getTime()),
    ...visiblePlace(realm, bot, place),
    ...(row.message_id === null ? {} : { message_id: row.message_id }),
    ...row.payload,
    response_url: responseUrl(app, directory, realm.id, row.id),
  }
}

/** Whether a user can read in a place. */
export function isPlaceVisible(
  { directory }: Realm,
  user: User,
  { channel, userIds }: InteractionPlace,
): boolean {
  return channel === undefined ? userIds.includes(user.id) : canReadChannel(directory, user, channel)
}

/** The place on the wire, for a user. */
export function visiblePlace(realm: Realm, user: User, place: InteractionPlace) {
  if (!isPlaceVisible(realm, user, place)) return {}
  return place.channel === undefined
    ? { user_ids: [...place.userIds] }
    : { stream_id: place.channel.id, topic: place.topic }
}

/** A bot of which users can act on messages and commands. Bots learn only of users that they can see. */
export function activeBot({ directory }: Realm, botId: number, user: User): User {
  const bot = directory.users.get(botId)
  if (!bot?.isActive) throw apiError('interaction-bot-deactivated')
  if (!canSeeUser(directory, bot, user)) throw apiError('component-disabled')
  return bot
}

/** Limits how often a user acts. */
export function takeInteraction({ config, limiter }: App, user: User): void {
  if (config.rateLimits) limiter.take('interaction', user.id)
}
