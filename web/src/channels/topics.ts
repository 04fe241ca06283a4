import { caseless } from '@loquat/contract/light'
import { api } from '../session/api.ts'
import { detectSessionEnd, onEvents, onFreshState, untilLive } from '../session/session.ts'
import { type TopicEntry, useSidebar } from '../shell/sidebar.ts'
import { channelById } from './channels.ts'

const loading = new Map<number, Promise<void>>()

/** Fetches the topics of a channel once; events keep them current. */
export function loadTopics(channelId: number): Promise<void> {
  if (useSidebar.getState().topics.has(channelId)) return Promise.resolve()
  const running =
    loading.get(channelId) ??
    fetchTopics(channelId)
      .catch(detectSessionEnd)
      .finally(() => loading.delete(channelId))
  loading.set(channelId, running)
  return running
}

async function fetchTopics(channelId: number): Promise<void> {
  await untilLive()
  // The server rejects the request for archived and hidden channels.
  if (channelById(channelId)?.is_archived !== false) return
  const { topics } = await api.getTopics({ stream_id: channelId, allow_empty_topic_name: true })
  setTopics(
    channelId,
    topics.map(({ name, max_id }) => ({ name, newest: max_id })),
  )
}

export const knownTopics = (channelId: number): readonly TopicEntry[] =>
  useSidebar.getState().topics.get(channelId) ?? []

function setTopics(channelId: number, topics: readonly TopicEntry[]): void {
  useSidebar.setState((state) => ({ topics: new Map(state.topics).set(channelId, topics) }))
}

/** Moves a topic with a new message to the front, and re-fetches the lists after moves and deletions. */
export function startTopicSync(): void {
  // There may be gaps: the old queue expired.
  onFreshState(() => refresh(...useSidebar.getState().topics.keys()))
  onEvents((events) => {
    const { topics } = useSidebar.getState()
    for (const event of events) {
      if (event.type === 'message' && event.message.stream_id !== undefined) {
        const { stream_id: channelId, subject, id } = event.message
        const known = topics.get(channelId)
        if (known === undefined) continue
        const others = knownTopics(channelId).filter((one) => caseless(one.name) !== caseless(subject))
        setTopics(channelId, [{ name: subject, newest: id }, ...others])
      } else if (event.type === 'update_message' && event.subject !== undefined) {
        refresh(event.stream_id, event.new_stream_id)
      } else if (event.type === 'delete_message' && event.stream_id !== undefined) {
        refresh(event.stream_id)
      }
    }
  })
}

function refresh(...channelIds: (number | undefined)[]): void {
  for (const id of new Set(channelIds)) {
    if (id === undefined || !useSidebar.getState().topics.has(id)) continue
    void fetchTopics(id).catch(detectSessionEnd)
  }
}
