import { Check, ChevronRight } from 'lucide-react'
import { ArchivedMark } from '../channels/ArchivedMark.tsx'
import { ChannelGlyph } from '../channels/ChannelGlyph.tsx'
import { useChannel, useSubscription } from '../channels/channels.ts'
import { isResolved, shownTopic } from '../channels/topic-names.ts'
import { hueOf } from '../lib/color.ts'
import { useNames } from '../lib/names.ts'
import { useMessage } from '../messages/messages.ts'
import { usePendingMessage } from '../messages/pending-message.ts'
import { type Conversation, conversationOf } from '../navigation/conversation.ts'
import { addressOf, useView } from '../navigation/router.ts'
import { Avatar } from '../people/Avatar.tsx'
import { myId, useOrg } from '../session/session.ts'
import { useText } from '../texts/texts.tsx'
import { useIsDimmed } from './dimming.ts'
import styles from './Feed.module.css'
import { HighlightedTopic } from './HighlightedTopic.tsx'
import type { LocalId } from './rows.ts'

/** Names the conversation of the messages below, in mixed feeds. */
export function RecipientBar({ id }: { id: number | LocalId }) {
  const message = useMessage(typeof id === 'number' ? id : 0)
  const pending = usePendingMessage(typeof id === 'string' ? id : '')
  const place = message === undefined ? pending?.place : conversationOf(message, myId())
  const isDimmed = useIsDimmed(place)
  const isSearch = useView().kind === 'search'
  const posinset = typeof id === 'number' ? id : 1
  if (place === undefined) return <div className={styles.bar} />
  return place.kind === 'topic' ? (
    <TopicBar
      place={place}
      messageId={message?.id}
      match={isSearch ? message?.match_subject : undefined}
      posinset={posinset}
      isDimmed={isDimmed}
    />
  ) : (
    <DirectBar userIds={place.userIds} posinset={posinset} isDimmed={isDimmed} />
  )
}

interface TopicProps {
  place: Conversation & { kind: 'topic' }
  messageId: number | undefined
  /** The topic with search matches highlighted, as HTML. */
  match: string | undefined
  posinset: number
  isDimmed: boolean
}

function TopicBar({ place, messageId, match, posinset, isDimmed }: TopicProps) {
  const { channelId, topic } = place
  const text = useText()
  const channel = useChannel(channelId)
  const channelName = channel?.name ?? text('channel.unknown')
  const said = channel?.is_archived ? `${channelName} (${text('channel.archived')})` : channelName
  const color = useSubscription(channelId)?.color
  const emptyName = useOrg((org) => org.realm_empty_topic_display_name ?? '')
  const { text: name, isPlaceholder } = shownTopic(topic, emptyName)
  return (
    <article
      className={styles.bar}
      data-dimmed={isDimmed || undefined}
      style={{ '--hue': hueOf(color) } as React.CSSProperties}
      aria-label={`${said} › ${name}`}
      aria-setsize={-1}
      aria-posinset={posinset}
    >
      <a href={addressOf({ kind: 'channel', channelId })}>
        <ChannelGlyph channelId={channelId} size={15} />
        <span dir="auto">{channelName}</span>
        <ArchivedMark channelId={channelId} />
      </a>
      <ChevronRight size={14} aria-hidden="true" />
      <a
        href={addressOf({
          kind: 'topic',
          channelId,
          topic,
          ...(messageId === undefined ? {} : { with: messageId }),
        })}
      >
        {isResolved(topic) && <Check size={15} aria-hidden="true" />}
        <span dir="auto">
          {isPlaceholder ? <em>{name}</em> : match === undefined ? name : <HighlightedTopic html={match} />}
        </span>
      </a>
    </article>
  )
}

interface DirectProps {
  userIds: readonly number[]
  posinset: number
  isDimmed: boolean
}

function DirectBar({ userIds, posinset, isDimmed }: DirectProps) {
  const text = useText()
  const names = useNames(userIds)
  const name = userIds.length === 0 ? text('dm.notesToSelf') : names
  return (
    <article
      className={styles.bar}
      data-direct="true"
      data-dimmed={isDimmed || undefined}
      aria-label={name}
      aria-setsize={-1}
      aria-posinset={posinset}
    >
      <a href={addressOf({ kind: 'dm', userIds })}>
        <Avatar userId={userIds[0] ?? myId()} size={20} />
        <span dir="auto">{name}</span>
      </a>
    </article>
  )
}
