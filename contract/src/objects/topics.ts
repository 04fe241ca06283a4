import { z } from 'zod'

/** A user's visibility policy for a topic: 0 inherited from the channel, 1 muted, 2 unmuted, 3 followed. */
export const visibilityPolicy = z.literal([0, 1, 2, 3])
export type VisibilityPolicy = z.output<typeof visibilityPolicy>

export const userTopic = {
  stream_id: z.int(),
  topic_name: z.string(),
  last_updated: z.int(),
  visibility_policy: visibilityPolicy,
}
export const userTopicObject = z.strictObject(userTopic)
export type UserTopicObject = z.output<typeof userTopicObject>

/** Channel name, topic, and when it was muted: the legacy format of muted topics. */
export const mutedTopic = z.tuple([z.string(), z.string(), z.int()])
export type MutedTopic = z.output<typeof mutedTopic>
