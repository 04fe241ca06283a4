import { z } from 'zod'
import { event } from '../event.ts'
import { reactionTypes } from '../objects/messages.ts'
import { legacyPresence } from '../objects/presence.ts'
import { profileFieldObject } from '../objects/profile-fields.ts'
import { role, userObject } from '../objects/users.ts'

export const userAdded = event(
  'realm_user',
  'add',
  'An account was created, or a guest who may not know everybody may know somebody from now on.',
  { person: userObject },
)

export const userRemoved = event(
  'realm_user',
  'remove',
  'A guest may not know somebody any more. The name is that of everybody unknown.',
  { person: z.strictObject({ user_id: z.int(), full_name: z.string() }) },
)

export const userUpdated = event('realm_user', 'update', 'An account changed in one respect.', {
  person: z.union([
    z.strictObject({ user_id: z.int(), full_name: z.string() }),
    z.strictObject({ user_id: z.int(), role }),
    z.strictObject({ user_id: z.int(), is_active: z.boolean() }),
    z.strictObject({ user_id: z.int(), bot_owner_id: z.int() }),
    z.strictObject({
      user_id: z.int(),
      custom_profile_field: z.strictObject({
        id: z.int(),
        value: z.string().nullable(),
        rendered_value: z.string().optional(),
      }),
    }),
    z.strictObject({ user_id: z.int(), email: z.string(), timezone: z.string() }),
    z.strictObject({ user_id: z.int(), delivery_email: z.string().nullable() }),
    z.strictObject({ user_id: z.int(), new_email: z.string() }),
    z.strictObject({
      user_id: z.int(),
      avatar_url: z.string(),
      avatar_url_medium: z.string(),
      avatar_source: z.string(),
      avatar_version: z.int(),
    }),
  ]),
})

export const profileFieldsChanged = event(
  'custom_profile_fields',
  null,
  'The fields of profiles, all of them. What people wrote in others is gone, and so are options that are no longer there.',
  { fields: z.array(profileFieldObject) },
)

export const userStatusChanged = event(
  'user_status',
  null,
  'Somebody says something else about themselves. Only what they sent; what they cleared is empty.',
  {
    user_id: z.int(),
    away: z.boolean().optional(),
    status_text: z.string().optional(),
    emoji_name: z.string().optional(),
    emoji_code: z.string().optional(),
    reaction_type: z.enum(reactionTypes).optional(),
  },
)

export const presenceChanged = event(
  'presence',
  null,
  'Somebody came back after a while, or for the first time. Not sent in organizations with many accounts.',
  {
    user_id: z.int(),
    /** Missing in queues with `slim_presence`. */
    email: z.string().optional(),
    server_timestamp: z.number(),
    presence: z.strictObject({ website: legacyPresence.shape.website }),
  },
)

export const invitationsChanged = event(
  'invites_changed',
  null,
  'Invitations were made, taken back or accepted. For administrators and whoever invited.',
  {},
)
