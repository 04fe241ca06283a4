import { PenLine } from 'lucide-react'
import { Button } from '../../components/Button.tsx'
import lines from '../../components/ConversationLine.module.css'
import { openCompose } from '../../compose/compose.ts'
import { navigate } from '../../navigation/router.ts'
import { ScreenHeader } from '../../shell/ScreenHeader.tsx'
import { useText } from '../../texts/texts.tsx'
import styles from './ChannelTopics.module.css'

const topicFilters = ['all', 'unread', 'open', 'resolved', 'followed'] as const
export type TopicFilter = (typeof topicFilters)[number]

interface Props {
  channelId: number
  name: string
  show: TopicFilter
  onShow: (show: TopicFilter) => void
  filter: string
}

/** Title of a channel's topics, with their filters. The text filter is part of the address. */
export function TopicsHeader({ channelId, name, show, onShow, filter }: Props) {
  const text = useText()
  const setFilter = (value: string) =>
    navigate(
      { kind: 'channel-topics', channelId, ...(value === '' ? {} : { filter: value }) },
      { replace: true },
    )
  const newTopic = () => openCompose({ to: { kind: 'topic', channelId, topic: '' } })
  return (
    <ScreenHeader title={text('topics.title', { channel: name })}>
      <select
        className={`${lines.field} ${styles.show}`}
        value={show}
        aria-label={text('topics.show')}
        onChange={(event) => onShow(event.target.value as TopicFilter)}
      >
        {topicFilters.map((one) => (
          <option key={one} value={one}>
            {text(`topics.show.${one}`)}
          </option>
        ))}
      </select>
      <input
        type="search"
        className={`${lines.field} ${styles.words}`}
        value={filter}
        placeholder={text('topics.find')}
        aria-label={text('topics.find')}
        onChange={(event) => setFilter(event.target.value)}
      />
      <Button size="small" kind="quiet" aria-label={text('compose.newTopic')} onClick={newTopic}>
        <PenLine size={16} aria-hidden="true" />
        <span className={styles.wide}>{text('compose.newTopic')}</span>
      </Button>
    </ScreenHeader>
  )
}
