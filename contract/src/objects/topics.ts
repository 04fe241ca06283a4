import { z } from 'zod'

/** What somebody made of a topic: 0 as the channel is, 1 muted, 2 unmuted, 3 followed. */
export const visibilityPolicy = z.literal([0, 1, 2, 3])
export type VisibilityPolicy = z.output<typeof visibilityPolicy>
