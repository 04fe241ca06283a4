import { z } from 'zod'
import { profileData } from './profile-fields.ts'

export const role = z.union([z.literal(100), z.literal(200), z.literal(300), z.literal(400), z.literal(600)])
export type Role = z.output<typeof role>

const common = {
  user_id: z.int(),
  email: z.string(),
  delivery_email: z.string().nullable(),
  full_name: z.string(),
  date_joined: z.string(),
  is_owner: z.boolean(),
  is_admin: z.boolean(),
  is_guest: z.boolean(),
  is_bot: z.boolean(),
  bot_type: z.int().nullable().optional(),
  bot_owner_id: z.int().nullable().optional(),
  role,
  timezone: z.string(),
  avatar_url: z.string().nullable(),
  avatar_version: z.int(),
  profile_data: profileData.optional(),
  is_system_bot: z.literal(true).optional(),
}

/** An account as others see it. */
export const user = { ...common, is_active: z.boolean() }
export const userObject = z.strictObject(user)
export type UserObject = z.output<typeof userObject>

/**
 * A user in the register response. Active and deactivated users are in separate lists, so there is no `is_active`.
 */
export const registeredUserObject = z.strictObject({
  ...common,
  /** Missing for spectators. */
  timezone: z.string().optional(),
})
export type RegisteredUser = z.output<typeof registeredUserObject>

/** A user that the caller muted, and when. */
export const mutedUserObject = z.strictObject({ id: z.int(), timestamp: z.int() })
export type MutedUserObject = z.output<typeof mutedUserObject>
