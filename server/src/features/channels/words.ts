import type { Channel, User } from '../../directory/directory.ts'

/** How notices speak of people, channels and texts. */

export const nameOf = (user: User) => `@_**${user.fullName}|${user.id}**`

export type Privacy = Pick<Channel, 'inviteOnly' | 'isWebPublic' | 'historyPublicToSubscribers'>

export function labelOf({ inviteOnly, isWebPublic, historyPublicToSubscribers }: Privacy): string {
  if (isWebPublic) return 'Web-public'
  if (!inviteOnly) return 'Public'
  return historyPublicToSubscribers ? 'Private, shared history' : 'Private, protected history'
}

/** In a fence that is longer than any in the text. */
export function quoted(text: string, whenEmpty = '*No description.*'): string {
  if (text === '') return `\`\`\`quote\n${whenEmpty}\n\`\`\``
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}quote\n${text}\n${fence}`
}
