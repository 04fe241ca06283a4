import type { FetchedMessage } from '@loquat/contract'

interface Facts {
  readers: readonly number[]
  /** Subscribers of the channel; undefined while unknown. */
  subscribers: Iterable<number> | undefined
  /** Whether a user can read: not a bot, and not deactivated. */
  isReader(userId: number): boolean
}

/** Number of people who could read a message, without its sender; undefined if unknown. */
export function couldHaveRead(
  {
    sender_id: sender,
    display_recipient: recipient,
  }: Pick<FetchedMessage, 'sender_id' | 'display_recipient'>,
  { readers, subscribers, isReader }: Facts,
): number | undefined {
  const among = typeof recipient === 'string' ? subscribers : recipient.map(({ id }) => id)
  if (among === undefined) return undefined
  // Readers may have unsubscribed since, and some bots read.
  const all = new Set([...[...among].filter(isReader), ...readers])
  all.delete(sender)
  return all.size
}
