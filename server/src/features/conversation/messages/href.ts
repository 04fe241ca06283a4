import type { Channel, User } from '../../../directory/directory.ts'
import { encodeFragment, topicHref } from '../../../markdown/inline/channel-links.ts'

/** Path of a message's link in the app. */
export function messageHref(
  place: { channel: Channel; topic: string } | { others: readonly User[] },
  messageId: number,
): string {
  const near = `near/${messageId}`
  if ('channel' in place) return `${topicHref(place.channel, place.topic)}/${near}`
  const people = place.others.map(({ id }) => id)
  const name = place.others.length === 1 ? (place.others[0]?.fullName ?? '') : 'group'
  return `/#narrow/dm/${people.join(',')}-${encodeFragment(name.replaceAll(' ', '-'))}/${near}`
}
