import { z } from 'zod'
import { reactionTypes } from './messages.ts'

/**
 * Contains only fields that are set. `away` is a legacy field derived from a setting, shown for users who ever set a
 * status.
 */
export const userStatusObject = z
  .strictObject({
    away: z.literal(true),
    status_text: z.string(),
    emoji_name: z.string(),
    emoji_code: z.string(),
    reaction_type: z.enum(reactionTypes),
  })
  .partial()
export type UserStatusObject = z.output<typeof userStatusObject>
