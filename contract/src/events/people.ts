import { z } from 'zod'
import { event } from '../event.ts'
import { role, userObject } from '../objects/users.ts'

export const userAdded = event('realm_user', 'add', 'An account was created.', { person: userObject })

export const userUpdated = event('realm_user', 'update', 'An account changed in one respect.', {
  person: z.union([
    z.strictObject({ user_id: z.int(), full_name: z.string() }),
    z.strictObject({ user_id: z.int(), role }),
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
