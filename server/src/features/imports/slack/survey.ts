import type { Archive } from '../archives/archive.ts'
import { jsonElements } from '../archives/json.ts'
import { asRecord } from '../loose.ts'
import type { Micros, SourceId } from '../source-id.ts'
import type { SlackConversation } from './conversations.ts'
import type { SlackLayout } from './layout.ts'
import type { SlackPerson } from './people.ts'
import { senderName, senderOf } from './sender.ts'
import { treatmentOf } from './subtypes.ts'
import { timeOfTs } from './time.ts'

/** Data about people that only messages contain, collected in a first pass. */
export interface Survey {
  /** Time of the first message, by user or bot. */
  firstMessageAt: ReadonlyMap<SourceId, Micros>
  /** Users and bots in no list, with the names that messages give them. */
  strangers: ReadonlyMap<SourceId, { name: string; isBot: boolean }>
  /** Everyone in a direct conversation, including people who have left it. */
  participants: ReadonlyMap<SourceId, readonly SourceId[]>
  /** Deactivated senders that are missing from a channel's list of members, by channel. */
  formerMembers: ReadonlyMap<SourceId, ReadonlySet<SourceId>>
  /** Whether the export has earlier versions of messages. */
  hasEdits: boolean
  /** The account of a bot that has one. */
  userOfBot(bot: SourceId): SourceId
}

export async function surveyMessages(
  archive: Archive,
  layout: SlackLayout,
  conversations: Iterable<SlackConversation>,
  people: ReadonlyMap<SourceId, SlackPerson>,
): Promise<Survey> {
  const firstMessageAt = new Map<SourceId, Micros>()
  const strangers = new Map<SourceId, { name: string; isBot: boolean }>()
  const participants = new Map<SourceId, SourceId[]>()
  const formerMembers = new Map<SourceId, ReadonlySet<SourceId>>()
  const accounts = new Map(
    [...people.values()].flatMap(({ id, botId }) => (botId === undefined ? [] : [[botId, id]])),
  )
  const userOfBot = (bot: SourceId) => accounts.get(bot) ?? bot
  let hasEdits = false

  // The same bot has a profile in some messages, and only a name that varies in others.
  const named = new Set<SourceId>()
  const addStranger = (id: SourceId, name: string, isBot: boolean, isFinal = false) => {
    if (people.has(id)) return
    const known = strangers.get(id)
    if (known === undefined) strangers.set(id, { name, isBot })
    else if (name !== '' && (known.name === '' || (isFinal && !named.has(id)))) known.name = name
    if (isFinal && name !== '') named.add(id)
  }

  for (const { folder, kind, id, members } of conversations) {
    const senders = new Set(members)
    for (const name of folder === undefined ? [] : (layout.days.get(folder) ?? [])) {
      for await (const item of jsonElements(await archive.open(name), name)) {
        const message = asRecord(item)
        const treatment = treatmentOf(message)
        if (treatment === 'edit') hasEdits = true
        const time = timeOfTs(message.ts)
        const sender = senderOf(message)
        if (
          typeof treatment === 'object' ||
          treatment === 'edit' ||
          time === undefined ||
          sender === undefined
        )
          continue
        const account = 'bot' in sender ? userOfBot(sender.bot) : sender.user
        addStranger(account, senderName(message), 'bot' in sender, message.bot_profile !== undefined)
        firstMessageAt.set(account, Math.min(firstMessageAt.get(account) ?? time, time))
        if (kind === 'direct' || people.get(account)?.isActive !== true) senders.add(account)
      }
    }
    if (kind !== 'direct') formerMembers.set(id, senders.difference(new Set(members)))
    if (kind !== 'direct' || folder === undefined) continue
    // Without an account for everyone, a conversation would get other participants.
    for (const member of members) addStranger(member, '', false)
    participants.set(id, [...senders])
  }
  return { firstMessageAt, strangers, participants, formerMembers, hasEdits, userOfBot }
}
