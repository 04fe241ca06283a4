import type { CallObject } from '@loquat/contract'
import { toSeconds } from '../../../platform/clock.ts'
import type { StoredCall } from './store.ts'

/** The place of a call, which is that of its message. */
export interface CallPlace {
  id: number
  channelId: number | null
  userIds: readonly number[] | null
  topic: string
  senderId: number
}

export const presentCall = (
  call: StoredCall,
  { id, channelId, userIds, topic }: CallPlace,
  endedAt: Date | null = null,
): CallObject => ({
  call_id: call.id,
  message_id: id,
  ...(channelId === null ? { user_ids: [...(userIds ?? [])] } : { stream_id: channelId, topic }),
  started_by: call.started_by,
  started_timestamp: toSeconds(call.started_at.getTime()),
  ended_timestamp: endedAt === null ? null : toSeconds(endedAt.getTime()),
  participants: call.participants.map((participant) => ({
    participant_id: participant.id,
    user_id: participant.user_id,
    joined_timestamp: toSeconds(participant.joined_at.getTime()),
    is_muted: participant.muted,
    has_camera: participant.camera,
    shares_screen: participant.screen,
  })),
  declined_user_ids: [...call.declined_by],
})
