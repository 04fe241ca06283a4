import type { FetchedMessage } from '@loquat/contract'

interface Facts {
  readers: readonly number[]
  /** Of the channel; undefined as long as nobody knows. */
  subscribers: Iterable<number> | undefined
  /** Somebody who reads: neither a bot nor an account that is no longer used. */
  isReader(userId: number): boolean
}

/** How many people a message was there for, without its sender; undefined where that is not known. */
export function couldHaveRead(
  {
    sender_id: sender,
    display_recipient: recipient,
  }: Pick<FetchedMessage, 'sender_id' | 'display_recipient'>,
  { readers, subscribers, isReader }: Facts,
): number | undefined {
  const among = typeof recipient === 'string' ? subscribers : recipient.map(({ id }) => id)
  if (among === undefined) return undefined
  // Some have read it and left since; and some bots do read.
  const all = new Set([...[...among].filter(isReader), ...readers])
  all.delete(sender)
  return all.size
}
