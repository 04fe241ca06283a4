import { Check } from 'lucide-react'
import { ArchivedMark } from '../channels/ArchivedMark.tsx'
import { ChannelGlyph } from '../channels/ChannelGlyph.tsx'
import { useChannel } from '../channels/channels.ts'
import { isResolved, shownTopic } from '../channels/topic-names.ts'
import { useNames } from '../lib/names.ts'
import type { Conversation } from '../navigation/conversation.ts'
import { Avatar } from '../people/Avatar.tsx'
import { useOrg } from '../session/session.ts'
import { useText } from '../texts/texts.tsx'
import styles from './ConversationName.module.css'

interface Props {
  place: Conversation
  /** The channel name is displayed above, so it is left out. */
  isInChannel?: boolean
}

/** A conversation by name, in one line: `# design › logo refresh`, or the people. */
export function ConversationName({ place, isInChannel = false }: Props) {
  return (
    <span className={styles.place}>
      {place.kind === 'dm' ? (
        <Direct userIds={place.userIds} />
      ) : (
        <Topic {...place} isInChannel={isInChannel} />
      )}
    </span>
  )
}

function Direct({ userIds }: { userIds: readonly number[] }) {
  const text = useText()
  const names = useNames(userIds)
  const me = useOrg((org) => org.user_id ?? 0)
  return (
    <>
      <Avatar userId={userIds[0] ?? me} size={20} presence={userIds.length === 1} />
      <span className={styles.name} dir="auto">
        {userIds.length === 0 ? text('dm.notesToSelf') : names}
      </span>
    </>
  )
}

function Topic({
  channelId,
  topic,
  isInChannel,
}: Conversation & { kind: 'topic' } & Required<Pick<Props, 'isInChannel'>>) {
  const text = useText()
  const channel = useChannel(channelId)
  const emptyName = useOrg((org) => org.realm_empty_topic_display_name ?? '')
  const { text: name, isPlaceholder } = shownTopic(topic, emptyName)
  return (
    <>
      {!isInChannel && (
        <>
          <ChannelGlyph channelId={channelId} />
          <span className={styles.channel} dir="auto">
            {channel?.name ?? text('channel.unknown')}
          </span>
          <ArchivedMark channelId={channelId} />
          <span className={styles.soft} aria-hidden="true">
            ›
          </span>
        </>
      )}
      {isResolved(topic) && <Check size={15} className={styles.soft} aria-label={text('topic.resolved')} />}
      <span className={styles.name} dir="auto">
        {isPlaceholder ? <em>{name}</em> : name}
      </span>
    </>
  )
}
