import type { UserObject } from '@loquat/contract'
import type { Directory } from '../../../directory/directory.ts'
import { hiddenUser } from '../../../directory/unknown-person.ts'

/** Replaces users the viewer cannot see in lists. Differs between users only in the ID. */
export function placeholderOf(
  directory: Directory,
  userId: number,
  withProfile = true,
): UserObject & { is_active: true } {
  return {
    user_id: userId,
    ...hiddenUser(directory, userId),
    delivery_email: null,
    date_joined: '1970-01-01T00:00:00+00:00',
    is_owner: false,
    is_admin: false,
    is_guest: false,
    is_bot: false,
    role: 400,
    timezone: '',
    avatar_version: 1,
    is_active: true,
    ...(withProfile ? { profile_data: {} } : {}),
  }
}
