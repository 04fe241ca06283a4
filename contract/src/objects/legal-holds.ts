import { z } from 'zod'
import { list } from '../bounds.ts'

export const maxHolds = 100
export const maxHoldNameLength = 100
const maxScopeObjects = 1_000

/** The messages of a hold or export. Times are in seconds. Without users and channels, all messages. */
export const messageScope = {
  user_ids: list(z.int().positive(), maxScopeObjects),
  channel_ids: list(z.int().positive(), maxScopeObjects),
  sent_from: z.int().min(0).max(4_102_444_800).nullable(),
  sent_until: z.int().min(0).max(4_102_444_800).nullable(),
}

export const legalHoldObject = z.strictObject({
  legal_hold_id: z.int(),
  name: z.string(),
  ...messageScope,
  created_by: z.int(),
  created_at: z.int(),
  released_by: z.int().nullable(),
  released_at: z.int().nullable(),
})
export type LegalHoldObject = z.output<typeof legalHoldObject>
