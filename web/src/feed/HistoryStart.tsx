import { memo } from 'react'
import { useChannel } from '../channels/channels.ts'
import { shownTopic } from '../channels/topic-names.ts'
import { useNames } from '../lib/names.ts'
import { dateFormat } from '../lib/zoned.ts'
import { useMessage } from '../messages/messages.ts'
import type { FeedView } from '../navigation/narrow.ts'
import { Avatar } from '../people/Avatar.tsx'
import { usePerson } from '../people/people.ts'
import { useOrg } from '../session/session.ts'
import { useLocale, useText } from '../texts/texts.tsx'
import styles from './HistoryStart.module.css'
import { LargeChannelGlyph, StartCard } from './StartCard.tsx'

/**
 * The start of a conversation: its name, creator and date. `first` is the oldest message visible to the reader. Memoized, because
 * the feed is rendered while it scrolls.
 */
export const HistoryStart = memo(StartOf)

function StartOf({ view, first }: { view: FeedView; first: number }) {
  switch (view.kind) {
    case 'channel':
      return <ChannelStart channelId={view.channelId} first={first} />
    case 'topic':
      return <TopicStart channelId={view.channelId} topic={view.topic} first={first} />
    case 'dm':
      return <DirectStart userIds={view.userIds} />
    default:
      return null
  }
}

function useDate(): (seconds: number) => string {
  const locale = useLocale()
  return (seconds) =>
    dateFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' }).format(seconds * 1_000)
}

/** Private channel with protected history: new subscribers see no earlier messages. */
export const isProtected = (channel: { invite_only: boolean; history_public_to_subscribers: boolean }) =>
  channel.invite_only && !channel.history_public_to_subscribers

function ChannelStart({ channelId, first }: { channelId: number; first: number }) {
  const text = useText()
  const date = useDate()
  const channel = useChannel(channelId)
  const creator = usePerson(channel?.creator_id ?? 0)
  if (channel === undefined) return null
  const { name, description, date_created: since, first_message_id: firstOfAll } = channel
  const isCut = isProtected(channel) && firstOfAll !== null && firstOfAll < first
  return (
    <StartCard picture={<LargeChannelGlyph channelId={channelId} />} name={name}>
      <p className={styles.facts}>
        {creator === undefined
          ? text('feed.channelSince', { date: date(since) })
          : text('feed.channelBy', { name: creator.full_name, date: date(since) })}
      </p>
      {isCut ? (
        <p>{text('feed.limited')}</p>
      ) : (
        description !== '' && (
          <p className={styles.description} dir="auto">
            {description}
          </p>
        )
      )}
    </StartCard>
  )
}

function TopicStart({ channelId, topic, first }: { channelId: number; topic: string; first: number }) {
  const text = useText()
  const date = useDate()
  const channel = useChannel(channelId)
  const message = useMessage(first)
  const sender = usePerson(message?.sender_id ?? 0)
  const emptyName = useOrg((org) => org.realm_empty_topic_display_name ?? '')
  const { text: name, isPlaceholder } = shownTopic(topic, emptyName)
  const isCut = channel !== undefined && isProtected(channel)
  return (
    <StartCard
      picture={<LargeChannelGlyph channelId={channelId} />}
      name={isPlaceholder ? <em>{name}</em> : name}
    >
      {isCut ? (
        <p>{text('feed.protected')}</p>
      ) : message === undefined ? (
        <p>{text('feed.topicBegins')}</p>
      ) : (
        <p className={styles.facts}>
          {text('feed.topicBy', {
            name: sender?.full_name ?? message.sender_full_name,
            date: date(message.timestamp),
            channel: channel?.name ?? '?',
          })}
        </p>
      )}
    </StartCard>
  )
}

const maxAvatars = 4

function DirectStart({ userIds }: { userIds: readonly number[] }) {
  const text = useText()
  const me = useOrg((org) => org.user_id ?? 0)
  const names = useNames(userIds)
  if (userIds.length === 0) {
    return (
      <StartCard picture={<Avatar userId={me} size={36} />} name={text('dm.notesToSelf')}>
        <p>{text('feed.selfBegins')}</p>
      </StartCard>
    )
  }
  return (
    <StartCard
      picture={[me, ...userIds].slice(0, maxAvatars).map((id) => <Avatar key={id} userId={id} size={36} />)}
      name={names}
    >
      <p>{text('feed.dmBegins', { names })}</p>
    </StartCard>
  )
}
