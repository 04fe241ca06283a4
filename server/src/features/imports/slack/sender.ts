import { asRecord, asText, firstText, type Loose } from '../loose.ts'
import type { SourceId } from '../source-id.ts'

/** The sender of a message: a user or a bot; undefined if it has none. */
export type SlackSender = { user: SourceId } | { bot: SourceId }

export function senderOf(message: Loose): SlackSender | undefined {
  const user = firstText(message.user, asRecord(message.comment).user, asRecord(message.file).user)
  if (user !== '') return { user }
  const bot = asText(message.bot_id)
  return bot === '' ? undefined : { bot }
}

/** The name that a message gives its sender, for senders who are not in the list of users. */
export function senderName(message: Loose): string {
  const profile = asRecord(message.user_profile)
  return firstText(
    asRecord(message.bot_profile).name,
    profile.real_name,
    profile.display_name,
    profile.name,
    message.username,
  )
}
