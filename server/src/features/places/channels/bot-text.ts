import type { Channel, User } from '../../../directory/directory.ts'
import type { Translate } from '../../../texts/texts.ts'

/** Formats people, channels and descriptions for notices. */

export const nameOf = (user: User) => `@_**${user.fullName}|${user.id}**`

export type Privacy = Pick<Channel, 'inviteOnly' | 'isWebPublic' | 'historyPublicToSubscribers'>

export function labelOf(
  text: Translate,
  { inviteOnly, isWebPublic, historyPublicToSubscribers }: Privacy,
): string {
  if (isWebPublic) return text('privacy.webPublic')
  if (!inviteOnly) return text('privacy.public')
  return historyPublicToSubscribers ? text('privacy.shared') : text('privacy.protected')
}

/** Quotes with a fence longer than any in the description. */
export function quoted(text: Translate, description: string): string {
  if (description === '') return `\`\`\`quote\n*${text('channel.noDescription')}*\n\`\`\``
  const longest = Math.max(2, ...[...description.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}quote\n${description}\n${fence}`
}
