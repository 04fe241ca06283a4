import { caseless, type MutedTopic, type UserTopicObject } from '@loquat/contract'
import type { Directory } from '../../../directory/directory.ts'
import { toWire } from '../../../directory/topics.ts'
import { toSeconds } from '../../../platform/clock.ts'
import type { PolicyRow } from './store.ts'

/** Orders by channel and topic, as clients do. */
export function byChannelAndTopic(a: PolicyRow, b: PolicyRow): number {
  const [one, other] = [caseless(a.topic), caseless(b.topic)]
  return a.channelId - b.channelId || (one < other ? -1 : one > other ? 1 : 0)
}

export const presentUserTopic = (row: PolicyRow): UserTopicObject => ({
  stream_id: row.channelId,
  topic_name: row.topic,
  last_updated: toSeconds(new Date(row.updatedAt).getTime()),
  visibility_policy: row.policy,
})

export const presentMutedTopic = (row: PolicyRow & { channelName: string }): MutedTopic => [
  row.channelName,
  row.topic,
  toSeconds(new Date(row.updatedAt).getTime()),
]

/** Both lists for a client; archived channels are omitted. */
export function presentTopics(directory: Directory, rows: readonly PolicyRow[], knowsEmptyTopic: boolean) {
  const shown = rows.toSorted(byChannelAndTopic).flatMap((row) => {
    const channel = directory.channels.get(row.channelId)
    if (channel === undefined || channel.isArchived) return []
    return [{ ...row, topic: toWire(row.topic, knowsEmptyTopic), channelName: channel.name }]
  })
  return {
    userTopics: () => shown.map(presentUserTopic),
    mutedTopics: () => shown.filter((row) => row.policy === 1).map(presentMutedTopic),
  }
}
