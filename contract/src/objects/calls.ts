import { z } from 'zod'

export const callParticipantObject = z.strictObject({
  participant_id: z.int(),
  user_id: z.int(),
  joined_timestamp: z.int(),
  is_muted: z.boolean(),
  has_camera: z.boolean(),
  shares_screen: z.boolean(),
})
export type CallParticipantObject = z.output<typeof callParticipantObject>

/** A call in a topic or direct conversation, which is that of its message. */
export const callObject = z.strictObject({
  call_id: z.int(),
  message_id: z.int(),
  stream_id: z.int().optional(),
  topic: z.string().optional(),
  user_ids: z.array(z.int()).optional(),
  started_by: z.int(),
  started_timestamp: z.int(),
  ended_timestamp: z.int().nullable(),
  participants: z.array(callParticipantObject),
  declined_user_ids: z.array(z.int()),
})
export type CallObject = z.output<typeof callObject>

export const iceServerObject = z.strictObject({
  urls: z.array(z.string()),
  username: z.string().optional(),
  credential: z.string().optional(),
})
export type IceServerObject = z.output<typeof iceServerObject>

/** The content of a submessage of the type `call`. The other fields are there when the call has ended. */
export const callCard = z.object({
  call_id: z.int(),
  started_timestamp: z.int().optional(),
  ended_timestamp: z.int().optional(),
  user_ids: z.array(z.int()).optional(),
})
export type CallCard = z.output<typeof callCard>
