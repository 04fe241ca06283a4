import { useChannel } from '../channels/channels.ts'
import { useNames } from '../lib/names.ts'
import type { View } from '../navigation/narrow.ts'
import { useOrg } from '../session/session.ts'
import { useText } from '../texts/texts.tsx'

/** The title of a view, and its channel. */
export function useViewTitle(view: View): { title: string; channel: string | undefined } {
  const text = useText()
  const channelId = 'channelId' in view ? view.channelId : 0
  const name = useChannel(channelId)?.name
  const channel = name === undefined ? text('channel.unknown') : `#${name}`
  const people = useNames(view.kind === 'dm' ? view.userIds : none)
  const emptyTopic = useOrg((org) => org.realm_empty_topic_display_name ?? '')
  switch (view.kind) {
    case 'topic':
      return { title: view.topic === '' ? emptyTopic : view.topic, channel }
    case 'channel':
    case 'channel-topics':
    case 'channel-settings':
      return { title: channel, channel: undefined }
    case 'dm':
      return { title: view.userIds.length === 0 ? text('dm.notesToSelf') : people, channel: undefined }
    default:
      return { title: text(`view.${view.kind}`), channel: undefined }
  }
}

const none: readonly number[] = []
