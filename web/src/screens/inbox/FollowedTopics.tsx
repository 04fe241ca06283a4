import { visibility } from '@loquat/contract/light'
import { ConversationName } from '../../feed/ConversationName.tsx'
import { memoized } from '../../lib/memoized.ts'
import type { Conversation } from '../../navigation/conversation.ts'
import { addressOf } from '../../navigation/router.ts'
import { useOrg } from '../../session/session.ts'
import { useText } from '../../texts/texts.tsx'
import styles from './Inbox.module.css'

const maxTopics = 8

/** Recently followed topics. */
const followed = memoized(
  (org) => [org.user_topics],
  ({ user_topics: topics = [] }): (Conversation & { kind: 'topic' })[] =>
    topics
      .filter((one) => one.visibility_policy === visibility.followed)
      .sort((a, b) => b.last_updated - a.last_updated)
      .slice(0, maxTopics)
      .map((one) => ({ kind: 'topic', channelId: one.stream_id, topic: one.topic_name })),
)

/** Followed topics, shown when the inbox is empty. */
export function FollowedTopics() {
  const text = useText()
  const topics = useOrg(followed)
  if (topics.length === 0) return null
  return (
    <section className={styles.followed} aria-labelledby="followed-topics">
      <h2 id="followed-topics" className={styles.band}>
        {text('inbox.followed')}
      </h2>
      <ul>
        {topics.map((topic) => (
          <li key={`${topic.channelId} ${topic.topic}`}>
            <a href={addressOf(topic)}>
              <ConversationName place={topic} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
