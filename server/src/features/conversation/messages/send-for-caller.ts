import { WireError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { isBot, type User } from '../../../directory/directory.ts'
import type { Realm } from '../../../realms/realm.ts'
import type { Translate } from '../../../texts/texts.ts'
import { nameOf } from '../../places/channels/bot-text.ts'
import { sendDirectNotice } from './notices.ts'
import { channelReference, findChannel } from './parse-to.ts'
import { type SendRequest, type Sent, sendMessage } from './send.ts'
import { answerAsWelcomeBot } from './welcome-bot.ts'

/** What the owner of a bot is told. */
type Complaint = (text: Translate, bot: string) => string

const between = 60_000
const lastTold = new WeakMap<Realm, Map<number, number>>()

/**
 * Sends for somebody who calls the API: if it is a bot, its owner learns of messages that reach nobody; who writes to the
 * bot that welcomes people is answered.
 */
export async function sendForCaller(
  app: App,
  realm: Realm,
  sender: User,
  request: SendRequest,
): Promise<Sent> {
  try {
    const sent = await sendMessage(app, realm, sender, request)
    if (isBot(sender)) await complainOfEmptyChannel(app, realm, sender, request)
    else await answerAsWelcomeBot(app, realm, sender, request)
    return sent
  } catch (error) {
    const complaint = complaintAbout(error)
    if (complaint !== undefined) await tellOwner(app, realm, sender, complaint)
    throw error
  }
}

async function complainOfEmptyChannel(app: App, realm: Realm, sender: User, { type, to }: SendRequest) {
  if (type !== 'channel' && type !== 'stream') return
  const channel = findChannel(realm.directory, channelReference(to))
  if (channel.subscribers.size > 0) return
  await tellOwner(app, realm, sender, (text, bot) =>
    text('bot.noSubscribers', { bot, channel: channel.name }),
  )
}

/** Why the owner of a bot should look after it, if a send went wrong because of where it went. */
function complaintAbout(error: unknown): Complaint | undefined {
  if (!(error instanceof WireError)) return undefined
  const { kind, extra } = error
  if (kind === 'ChannelNameUnknown') {
    return (text, bot) => text('bot.unknownName', { bot, channel: String(extra.stream) })
  }
  if (kind === 'ChannelIdUnknown') {
    return (text, bot) => text('bot.unknownId', { bot, id: String(extra.stream_id) })
  }
  return undefined
}

/** Tells the owner of a bot what its message met with, at most once a minute on each process. */
async function tellOwner(app: App, realm: Realm, bot: User, complaint: Complaint): Promise<void> {
  const owner = bot.botOwnerId === null ? undefined : realm.directory.users.get(bot.botOwnerId)
  if (!isBot(bot) || bot.isSystemBot || !owner?.isActive) return
  const told = lastTold.get(realm) ?? new Map<number, number>()
  lastTold.set(realm, told)
  const now = app.clock.now()
  if (now - (told.get(bot.id) ?? 0) < between) return
  told.set(bot.id, now)
  await sendDirectNotice(app, realm, owner, (text) => complaint(text, nameOf(bot)))
}
