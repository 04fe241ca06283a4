import { asRecords, asText } from '../loose.ts'
import type { SourcePersonal, SourceReadState, SourceSubscription } from '../model.ts'
import type { MattermostArchive } from './archive.ts'
import { threadId } from './messages.ts'
import { membershipOf } from './people.ts'
import { micros } from './posts.ts'
import { directMembers, isFavorite, isMuted } from './survey.ts'

export async function* readSubscriptions({
  manifest,
  survey,
  report,
}: MattermostArchive): AsyncGenerator<SourceSubscription> {
  for await (const { value } of manifest.linesOf('user', survey.lastLine('user'))) {
    const user = asText(value.username).toLowerCase()
    for (const channel of asRecords(membershipOf(value, survey.team.name)?.channels)) {
      const name = asText(channel.name)
      if (!survey.channels.has(name)) report.skip('subscriptions', 'channel is not in the archive')
      else
        yield {
          user,
          channel: name,
          isActive: true,
          isPinned: isFavorite(channel),
          isMuted: isMuted(channel),
        }
    }
  }
}

/** Read state by the time of the last view. Without a time, everything is read. */
export async function* readReadStates({
  manifest,
  survey,
  isImportedDirect,
}: MattermostArchive): AsyncGenerator<SourceReadState> {
  for await (const { value } of manifest.linesOf('user', survey.lastLine('user'))) {
    const user = asText(value.username).toLowerCase()
    for (const channel of asRecords(membershipOf(value, survey.team.name)?.channels)) {
      const until = micros(channel.last_viewed_at)
      const name = asText(channel.name)
      if (until !== undefined && survey.channels.has(name))
        yield { user, in: { channel: name }, read: { until } }
    }
  }
  for await (const { value } of manifest.linesOf('direct_channel', survey.lastLine('direct_channel'))) {
    const users = directMembers(value)
    if (!isImportedDirect(users)) continue
    for (const participant of asRecords(value.participants)) {
      const until = micros(participant.last_viewed_at)
      const user = asText(participant.username).toLowerCase()
      if (until !== undefined && user !== '') yield { user, in: { users }, read: { until } }
    }
  }
}

const followed = 3

/** Alert words and followed threads. */
export async function* readPersonal({ manifest, survey }: MattermostArchive): AsyncGenerator<SourcePersonal> {
  for (const { id, isInTeam, alertWords } of survey.people.values())
    if (isInTeam) for (const word of alertWords) yield { user: id, kind: 'alert word', word }
  if (!survey.hasFollowers) return
  for await (const { line, value } of manifest.linesOf('post', survey.lastLine('post'))) {
    if (asText(value.team) !== survey.team.name || asRecords(value.replies).length === 0) continue
    for (const follower of asRecords(value.thread_followers)) {
      const user = asText(follower.user).toLowerCase()
      if (user !== '')
        yield {
          user,
          kind: 'thread',
          channel: asText(value.channel),
          thread: threadId(line),
          policy: followed,
        }
    }
  }
}
