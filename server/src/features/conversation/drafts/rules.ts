import { apiError, type NewDraft } from '@loquat/contract'
import { type Directory, type User, userSetting } from '../../../directory/directory.ts'
import { canReadChannel } from '../../../directory/permissions.ts'
import { fromWire, truncateTopic } from '../../../directory/topics.ts'
import { toSeconds } from '../../../platform/clock.ts'
import { trim } from '../../../text.ts'
import { checkedContent } from '../messages/content.ts'
import { participantsOf } from '../messages/parse-to.ts'
import type { DraftFields } from './store.ts'

export function assertDraftsEnabled(user: User): void {
  if (!userSetting(user, 'enable_drafts_synchronization')) {
    throw apiError('draft-synchronization-disabled')
  }
}

/** Validates a draft and returns it as stored. */
export function checkedDraft(directory: Directory, owner: User, draft: NewDraft, now: number): DraftFields {
  const content = trim(draft.content)
  if (content === '') throw apiError('draft-content-empty')
  return {
    ...checkedAddress(directory, owner, draft),
    // Truncated like a message.
    content: checkedContent(content),
    edited_at: draft.timestamp === undefined ? toSeconds(now) : Math.floor(draft.timestamp),
  }
}

type DraftAddress = Pick<DraftFields, 'channel_id' | 'user_ids' | 'topic'>

function checkedAddress(directory: Directory, owner: User, { type, to, topic }: NewDraft): DraftAddress {
  if (type === 'stream') {
    const channelId = checkedChannel(directory, owner, to)
    return { channel_id: channelId, user_ids: null, topic: truncateTopic(fromWire(topic)) }
  }
  if (type === '' || to.length === 0) return { channel_id: null, user_ids: null, topic: '' }
  const people = participantsOf(directory, owner, to)
  if (people.some((user) => !user.isActive)) {
    throw apiError('message-recipient-deactivated')
  }
  const others = people.map((user) => user.id).filter((id) => id !== owner.id)
  return { channel_id: null, user_ids: others.length === 0 ? [owner.id] : others, topic: '' }
}

function checkedChannel(directory: Directory, owner: User, to: readonly number[]): number {
  const [id] = to
  if (id === undefined || to.length > 1) throw apiError('draft-channel-invalid')
  const channel = directory.channels.get(id)
  // The same error for missing and hidden channels.
  if (channel === undefined || channel.isArchived || !canReadChannel(directory, owner, channel)) {
    throw apiError('draft-channel-not-found')
  }
  return channel.id
}
