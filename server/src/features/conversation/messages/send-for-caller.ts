import { WireError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { isBot, type User } from '../../../directory/directory.ts'
import { Slot } from '../../../platform/slots.ts'
import type { Realm } from '../../../realms/realm.ts'
import type { Translate } from '../../../texts/texts.ts'
import { nameOf } from '../../places/channels/bot-text.ts'
import { sendDirectNotice } from './notices.ts'
import { channelReference, findChannel } from './parse-to.ts'
import { type SendRequest, type SendResult, sendMessage } from './send.ts'
import { answerAsWelcomeBot } from './welcome-bot.ts'

/** A notice to a bot's owner. */
type OwnerNotice = (text: Translate, bot: string) => string

const ownerNoticeIntervalMs = 60_000
/** When owners were last notified, by bot. */
const noticeSlot = new Slot<Realm, Map<number, number>>()

/**
 * Sends a message for an API caller. Notifies a bot's owner about messages that reach nobody, and answers
 * messages to the welcome bot.
 */
export async function sendForCaller(
  app: App,
  realm: Realm,
  sender: User,
  request: SendRequest,
): Promise<SendResult> {
  try {
    const sent = await sendMessage(app, realm, sender, request)
    if (isBot(sender)) await notifyAboutEmptyChannel(app, realm, sender, request)
    else await answerAsWelcomeBot(app, realm, sender, request)
    return sent
  } catch (error) {
    const complaint = ownerNoticeFor(error)
    if (complaint !== undefined) await notifyOwner(app, realm, sender, complaint)
    throw error
  }
}

async function notifyAboutEmptyChannel(app: App, realm: Realm, sender: User, { type, to }: SendRequest) {
  if (type !== 'channel' && type !== 'stream') return
  const channel = findChannel(realm.directory, channelReference(to))
  if (channel.subscribers.size > 0) return
  await notifyOwner(app, realm, sender, (text, bot) =>
    text('bot.noSubscribers', { bot, channel: channel.name }),
  )
}

/** The notice for a bot's owner if a send failed because of its destination. */
function ownerNoticeFor(error: unknown): OwnerNotice | undefined {
  if (!(error instanceof WireError)) return undefined
  const { reason, params } = error
  if (reason === 'channel-name-unknown') {
    return (text, bot) => text('bot.unknownName', { bot, channel: String(params.name) })
  }
  if (reason === 'channel-id-unknown') {
    return (text, bot) => text('bot.unknownId', { bot, id: String(params.id) })
  }
  return undefined
}

/** Notifies a bot's owner about a failed send, at most once a minute per process. */
async function notifyOwner(app: App, realm: Realm, bot: User, complaint: OwnerNotice): Promise<void> {
  const owner = bot.botOwnerId === null ? undefined : realm.directory.users.get(bot.botOwnerId)
  if (!isBot(bot) || bot.isSystemBot || !owner?.isActive) return
  const notifiedAt = realm.slots.get(noticeSlot) ?? realm.slots.set(noticeSlot, new Map())
  const now = app.clock.now()
  if (now - (notifiedAt.get(bot.id) ?? 0) < ownerNoticeIntervalMs) return
  notifiedAt.set(bot.id, now)
  await sendDirectNotice(app, realm, owner, (text) => complaint(text, nameOf(bot)))
}
