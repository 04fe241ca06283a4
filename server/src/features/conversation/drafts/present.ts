import type { DraftObject } from '@loquat/contract'
import type { DraftFields } from './store.ts'

/** A draft as stored. An empty topic stays empty for all clients. */
export function presentDraft(id: number, draft: DraftFields): DraftObject {
  const { topic, content, edited_at: timestamp } = draft
  return { id, ...presentAddress(draft), topic, content, timestamp }
}

function presentAddress({ channel_id, user_ids }: DraftFields): Pick<DraftObject, 'type' | 'to'> {
  if (channel_id !== null) return { type: 'stream', to: [channel_id] }
  return user_ids === null ? { type: '', to: [] } : { type: 'private', to: user_ids }
}
