import { apiError, ephemeralSeconds } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { canSeeUser } from '../../../directory/access-users.ts'
import { isBot, type User } from '../../../directory/directory.ts'
import { toSeconds } from '../../../platform/clock.ts'
import type { Realm } from '../../../realms/realm.ts'
import { checkedContent } from '../messages/content.ts'
import { type MessageInput, resolveDestination } from '../messages/resolve-destination.ts'
import { assertBot } from '../submessages/components.ts'
import { renderWithFiles } from '../uploads/render.ts'
import { type InteractionPlace, isPlaceVisible, visiblePlace } from './create.ts'
import { takeEphemeralId } from './store.ts'

/** Sends a text to one user in a place where the bot may post and the user may read. */
export async function sendEphemeral(
  app: App,
  realm: Realm,
  bot: User,
  userId: number,
  input: MessageInput,
): Promise<number> {
  assertBot(bot)
  const { destination, content } = await resolveDestination(app, realm, bot, input)
  const user = await realm.decideFresh(() => {
    const found = realm.directory.users.get(userId)
    const isReader =
      found?.isActive === true &&
      !isBot(found) &&
      canSeeUser(realm.directory, bot, found) &&
      isPlaceVisible(realm, found, destination)
    if (!isReader) throw apiError('ephemeral-user-not-found')
    return found
  })
  return await publishEphemeral(app, realm, { bot, user, place: destination, content })
}

interface EphemeralText {
  bot: User
  user: User
  place: InteractionPlace
  content: string
  /** The message below which it is shown. */
  messageId?: number | undefined
}

/** Delivers a text as an event to one user. Nothing else is stored, and clients drop it when it expires. */
export async function publishEphemeral(
  app: App,
  realm: Realm,
  { bot, user, place, content, messageId }: EphemeralText,
): Promise<number> {
  if (app.config.rateLimits) {
    app.limiter.take('ephemeral', bot.id)
    app.limiter.take('ephemeralReader', user.id)
  }
  const checked = checkedContent(content)
  const { html } = await renderWithFiles(app, realm, bot, checked)
  const now = toSeconds(app.clock.now())
  return await realm.transact(async (tx) => {
    const id = await takeEphemeralId(tx.db)
    const ephemeral_message = {
      ephemeral_id: id,
      sender_id: bot.id,
      ...visiblePlace(realm, user, place),
      ...(messageId === undefined ? {} : { message_id: messageId }),
      content: checked,
      rendered_content: html,
      timestamp: now,
      expires_timestamp: now + ephemeralSeconds,
    }
    tx.publish({ type: 'ephemeral_message', ephemeral_message }, { users: [user.id] })
    return id
  })
}
