import type { Channel, User } from '../../../directory/directory.ts'
import { noticesIn } from '../../../texts/notices.ts'
import { offeredLanguages } from '../../../texts/offered.ts'
import type { Translate } from '../../../texts/texts.ts'
import { nameOf } from '../../places/channels/bot-text.ts'

const link = (channel: Channel, topic: string) => `#**${channel.name}>${topic}**`

export const resolveNotice = (text: Translate, user: User, resolved: boolean) =>
  text(resolved ? 'topic.resolved' : 'topic.unresolved', { user: nameOf(user) })

const mention = '@_**'

/** Recognizes a resolve notice in any language the organization may have used. */
export const isResolvedNotice = (content: string, resolved: boolean) =>
  offeredLanguages().some((language) => {
    const id = resolved ? 'topic.resolved' : 'topic.unresolved'
    const [before = '', after = ''] = noticesIn(language)(id, { user: mention }).split(mention)
    return content.startsWith(before + mention) && content.endsWith(after)
  })

export interface MovedMessages {
  by: User
  from: { channel: Channel; topic: string }
  to: { channel: Channel; topic: string }
  ids: readonly number[]
  whole: boolean
}

export function arrivalNotice(
  text: Translate,
  { by, from, to, ids, whole }: MovedMessages,
  isNew: boolean,
): string {
  const origin = { from: link(from.channel, from.topic), user: nameOf(by) }
  if (whole && isNew) return text('topic.movedHere', origin)
  if (ids.length !== 1) return text('messages.movedHere', { ...origin, count: ids.length })
  const message = `#**${to.channel.name}>${to.topic}@${ids[0]}**`
  return text('message.movedHere', { ...origin, message })
}

export function departureNotice(text: Translate, { by, to, ids, whole }: MovedMessages): string {
  const goal = { to: link(to.channel, to.topic), user: nameOf(by) }
  return whole ? text('topic.movedAway', goal) : text('messages.movedAway', { ...goal, count: ids.length })
}
