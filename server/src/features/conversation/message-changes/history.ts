import { apiError, type EditHistoryEntry, type endpoints, type ReplyOf } from '@loquat/contract'
import type { User } from '../../../directory/directory.ts'
import { toSeconds } from '../../../platform/clock.ts'
import type { Realm } from '../../../realms/realm.ts'
import { visibleHistory, withTopics } from '../messages/present.ts'
import { HistoryDiffs } from './diff.ts'
import { loadReadable } from './get-message.ts'

type MessageVersion = ReplyOf<typeof endpoints.getMessageHistory>['message_history'][number]

/** All versions of a message, oldest first, each with its full content. */
export async function messageHistory(
  realm: Realm,
  user: User,
  id: number,
  emptyTopicAllowed: boolean,
): Promise<MessageVersion[]> {
  const policy = realm.directory.setting('message_edit_history_visibility_policy')
  if (policy === 'none') {
    throw apiError('message-history-hidden')
  }
  const row = await loadReadable(realm, user, id)
  const versions: MessageVersion[] = []
  const diffs = new HistoryDiffs()
  let { content, rendered_content, topic } = row
  // Goes backward from the newest: each entry holds the state of the version before it.
  for (const entry of row.edit_history ?? []) {
    const diff =
      entry.prev_rendered_content === undefined
        ? undefined
        : diffs.between(entry.prev_rendered_content, rendered_content)
    const [visible] = visibleHistory(realm.directory, [entry]) ?? []
    if (visible !== undefined)
      versions.unshift(versionOf(visible, { content, rendered_content, topic }, diff))
    content = entry.prev_content ?? content
    rendered_content = entry.prev_rendered_content ?? rendered_content
    topic = entry.prev_topic ?? topic
  }
  const original = { user_id: row.sender_id, timestamp: toSeconds(row.sent_at.getTime()) }
  versions.unshift({ ...original, content, rendered_content, topic })
  return versions.map((version) => withTopics(version, emptyTopicAllowed))
}

function versionOf(
  entry: EditHistoryEntry,
  after: { content: string; rendered_content: string; topic: string },
  diff: string | undefined,
): MessageVersion {
  const showsDiff = entry.prev_content !== undefined && diff !== undefined
  return { ...entry, ...after, ...(showsDiff ? { content_html_diff: diff } : {}) }
}
