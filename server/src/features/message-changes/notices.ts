import type { Channel, User } from '../../directory/directory.ts'

const name = (user: User) => `@_**${user.fullName}|${user.id}**`
const link = (channel: Channel, topic: string) => `#**${channel.name}>${topic}**`

const resolvedText = 'has marked this topic as resolved.'
const unresolvedText = 'has marked this topic as unresolved.'

export const resolveNotice = (user: User, resolved: boolean) =>
  `${name(user)} ${resolved ? resolvedText : unresolvedText}`

/** Whether a text of the notification bot tells that a topic was resolved, or the reverse. */
export const tellsOfResolving = (content: string, resolved: boolean) =>
  content.endsWith(resolved ? resolvedText : unresolvedText)

export interface Moved {
  by: User
  from: { channel: Channel; topic: string }
  to: { channel: Channel; topic: string }
  ids: readonly number[]
  whole: boolean
}

export function arrivalNotice({ by, from, to, ids, whole }: Moved, isNew: boolean): string {
  const origin = `from ${link(from.channel, from.topic)} by ${name(by)}.`
  if (whole && isNew) return `This topic was moved here ${origin}`
  if (ids.length === 1) return `#**${to.channel.name}>${to.topic}@${ids[0]}** was moved here ${origin}`
  return `${ids.length} messages were moved here ${origin}`
}

export function departureNotice({ by, to, ids, whole }: Moved): string {
  const goal = `to ${link(to.channel, to.topic)} by ${name(by)}.`
  if (whole) return `This topic was moved ${goal}`
  return `${ids.length === 1 ? 'A message was' : `${ids.length} messages were`} moved from this topic ${goal}`
}
