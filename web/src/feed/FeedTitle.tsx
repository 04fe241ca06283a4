import { Check } from 'lucide-react'
import { ArchivedMark } from '../channels/ArchivedMark.tsx'
import { ChannelGlyph } from '../channels/ChannelGlyph.tsx'
import { useChannel } from '../channels/channels.ts'
import { isResolved, shownTopic } from '../channels/topic-names.ts'
import { useNames } from '../lib/names.ts'
import type { FeedView } from '../navigation/narrow.ts'
import { addressOf } from '../navigation/router.ts'
import { useOrg } from '../session/session.ts'
import { useText } from '../texts/texts.tsx'
import styles from './FeedHeader.module.css'

const none: readonly number[] = []

/** The channel and topic, the people, or the name of the view. */
export function FeedTitle({ view }: { view: FeedView }) {
  const text = useText()
  const channelId = 'channelId' in view ? view.channelId : 0
  const channel = useChannel(channelId)
  const names = useNames(view.kind === 'dm' ? view.userIds : none)
  const emptyName = useOrg((org) => org.realm_empty_topic_display_name ?? '')
  if (view.kind === 'channel' || view.kind === 'topic') {
    const topic = view.kind === 'topic' ? shownTopic(view.topic, emptyName) : undefined
    return (
      <div className={styles.title}>
        <h1>
          <a href={addressOf({ kind: 'channel', channelId })} title={channel?.name}>
            {channel !== undefined && <ChannelGlyph channelId={channelId} size={17} />}
            <span className={styles.channel} dir="auto">
              {channel?.name ?? text('channel.unknown')}
            </span>
            <ArchivedMark channelId={channelId} />
          </a>
          {topic !== undefined && (
            <>
              <span className={styles.arrow} aria-hidden="true">
                ›
              </span>
              <span className={styles.topic} dir="auto" title={topic.text}>
                {view.kind === 'topic' && isResolved(view.topic) && (
                  <Check size={17} aria-label={text('topic.resolved')} />
                )}
                {topic.isPlaceholder ? <em>{topic.text}</em> : topic.text}
              </span>
            </>
          )}
        </h1>
        {topic === undefined && channel?.description !== '' && (
          <p className={styles.description} dir="auto" title={channel?.description}>
            {channel?.description}
          </p>
        )}
      </div>
    )
  }
  const title =
    view.kind === 'dm'
      ? view.userIds.length === 0
        ? text('dm.notesToSelf')
        : names
      : text(`view.${view.kind}`)
  return (
    <div className={styles.title}>
      <h1 dir="auto">{title}</h1>
    </div>
  )
}
