import { caseless, maxTopicLength } from '@loquat/contract/light'
import { Bell, Check, CornerDownLeft } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { withoutPrefix } from '../channels/topic-names.ts'
import { loadTopics } from '../channels/topics.ts'
import { SuggestionList } from '../components/SuggestionList.tsx'
import { useSuggestionList } from '../components/use-suggestion-list.ts'
import { codePointCount } from '../lib/lengths.ts'
import { useOrg } from '../session/session.ts'
import { useSidebar } from '../shell/sidebar.ts'
import { topicOptions } from '../suggestions/suggest-options.ts'
import { suggestTopics } from '../suggestions/suggest-order.ts'
import { useText } from '../texts/texts.tsx'
import { requestFocus, setRecipient } from './compose.ts'
import styles from './RecipientRow.module.css'
import type { Recipient } from './recipient.ts'
import { useFocusRequest } from './use-focus-request.ts'

/** In code points. */
const lengthShownFrom = 45

/** Chooses an existing topic or names a new one. */
export function TopicField({ to }: { to: Recipient & { kind: 'topic' } }) {
  const text = useText()
  const { channelId, topic } = to
  const field = useRef<HTMLInputElement>(null)
  const [isListOpen, setListOpen] = useState(false)
  const emptyName = useOrg((org) => org.realm_empty_topic_display_name ?? '')
  const isMandatory = useOrg((org) => org.realm_mandatory_topics === true)
  const known = useSidebar((state) => (channelId === undefined ? undefined : state.topics.get(channelId)))
  useFocusRequest('topic', field)
  useEffect(() => {
    if (channelId !== undefined) void loadTopics(channelId)
  }, [channelId])

  // `known`: recompute when the topics are loaded.
  const items = useMemo(() => {
    if (!isListOpen || channelId === undefined) return []
    const found = suggestTopics(topic, topicOptions(channelId))
    const isKnown = found.some(({ name }) => caseless(name) === caseless(topic.trim()))
    const rows = found
      .filter(({ name }) => name !== '')
      .map(({ name, isFollowed, isResolved }) => ({
        key: `topic:${name}`,
        name,
        icon: isResolved ? <Check size={16} /> : isFollowed ? <Bell size={16} /> : undefined,
        label: withoutPrefix(name),
      }))
    if (topic.trim() === '' || isKnown) return rows
    const own = {
      key: 'new',
      name: topic.trim(),
      icon: <CornerDownLeft size={16} />,
      label: text('compose.newTopicNamed', { topic: topic.trim() }),
    }
    return [...rows, own]
  }, [isListOpen, channelId, topic, known, text])

  const setTopic = (name: string) => setRecipient({ kind: 'topic', channelId, topic: name })
  const list = useSuggestionList({
    items,
    onPick: ({ name }) => {
      setTopic(name)
      setListOpen(false)
      requestFocus('text')
    },
    onClose: () => setListOpen(false),
    isOptional: true,
  })
  /** Replaces another spelling of an existing topic by its name. */
  const normalizeTopic = () => {
    setListOpen(false)
    const same = known?.find(({ name }) => caseless(name) === caseless(topic.trim()))
    const normalized = same?.name ?? topic.trim()
    if (normalized !== topic) setTopic(normalized)
  }
  const length = codePointCount(topic.trim())
  return (
    <div className={`${styles.field} ${styles.topic}`}>
      <input
        {...list.field}
        ref={field}
        dir="auto"
        value={topic}
        data-placeholder="topic"
        placeholder={isMandatory ? text('compose.topicNeeded') : emptyName || text('compose.topic')}
        aria-label={text('compose.topic')}
        aria-invalid={length > maxTopicLength || undefined}
        autoComplete="off"
        onChange={(event) => {
          setTopic(event.target.value)
          setListOpen(true)
        }}
        onKeyDown={(event) => {
          if (list.onKeyDown(event)) return
          if (event.key === 'ArrowDown') setListOpen(true)
          else if (event.key === 'Enter') {
            event.preventDefault()
            normalizeTopic()
            requestFocus('text')
          }
        }}
        onClick={() => setListOpen(true)}
        onBlur={normalizeTopic}
      />
      {length > lengthShownFrom && (
        <span className={styles.count} data-over={length > maxTopicLength}>
          {length}/{maxTopicLength}
        </span>
      )}
      <SuggestionList {...list.list} side="top" label={text('compose.topic')} />
    </div>
  )
}
