import { z } from 'zod'
import { event } from '../event.ts'
import { reactionTypes } from '../objects/messages.ts'
import { legacyPresence } from '../objects/presence.ts'
import { profileFieldObject } from '../objects/profile-fields.ts'
import { role, userObject } from '../objects/users.ts'

export const userAdded = event('realm_user', 'add', 'A user was created, or became visible to a guest.', {
  person: userObject,
})

export const userRemoved = event(
  'realm_user',
  'remove',
  'A user is no longer visible to a guest. The name is that of the unknown user.',
  { person: z.strictObject({ user_id: z.int(), full_name: z.string() }) },
)

export const userUpdated = event('realm_user', 'update', 'One property of a user changed.', {
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
  'The custom profile fields changed. Contains all fields; values of removed fields and options are deleted.',
  { fields: z.array(profileFieldObject) },
)

export const userStatusChanged = event(
  'user_status',
  null,
  'A user changed their status. Contains only the changed fields; cleared ones are empty.',
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
  'A user came online after an absence. Not sent in organizations with many users.',
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
  'Invitations were created, revoked or accepted. Sent to administrators and the inviter.',
  {},
)
