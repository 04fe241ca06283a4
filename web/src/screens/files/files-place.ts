import { useChannel } from '../../channels/channels.ts'
import { shownTopic } from '../../channels/topic-names.ts'
import { useNames } from '../../lib/names.ts'
import type { Conversation } from '../../navigation/conversation.ts'
import { useOrg } from '../../session/session.ts'
import { useText } from '../../texts/texts.tsx'

export type FilesPlace = Conversation | { kind: 'channel'; channelId: number }

const none: readonly number[] = []

/** `#design`, `#design › logo`, or the names of people. */
export function usePlaceTitle(place: FilesPlace): string {
  const text = useText()
  const channel = useChannel(place.kind === 'dm' ? 0 : place.channelId)
  const userIds = place.kind === 'dm' ? place.userIds : none
  const names = useNames(userIds)
  const emptyName = useOrg((org) => org.realm_empty_topic_display_name ?? '')
  if (place.kind === 'dm') return userIds.length === 0 ? text('dm.notesToSelf') : names
  const name = channel === undefined ? text('channel.unknown') : `#${channel.name}`
  return place.kind === 'topic' ? `${name} › ${shownTopic(place.topic, emptyName).text}` : name
}
