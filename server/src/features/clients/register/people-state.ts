import {
  displaySettings,
  emojisetChoices,
  type InitialState,
  initialUserSettings,
  notificationSettings,
  notificationSounds,
  type ProfileData,
  profileFieldTypes,
  type UserSettings,
} from '@loquat/contract'
import { isLimited } from '../../../directory/access-users.ts'
import { type Directory, isAdmin, isGuest, type User, userSetting } from '../../../directory/directory.ts'
import { hasRealmPermission } from '../../../directory/permissions.ts'
import { presentField } from '../../identity/profile-fields/present.ts'
import type { ProfileField } from '../../identity/profile-fields/store.ts'
import { apiEmail, avatarUrl, presentRegisteredUser } from '../../identity/users/present.ts'
import { groupList } from './group-texts.ts'
import type { SerializedState } from './request.ts'
import { userList } from './user-texts.ts'
import { visibleUsers } from './visible-users.ts'

/** Fetch type `realm_user`. */
export function peopleState(
  directory: Directory,
  viewer: User,
  externalAvatar: boolean,
  webPublicEnabled: boolean,
  profiles: ReadonlyMap<number, ProfileData>,
  leavesOutUnknown: boolean,
): SerializedState {
  const view = { viewer, externalAvatar, profiles }
  const mayCreatePublic = hasRealmPermission(directory, viewer, 'can_create_public_channel_group')
  const mayCreatePrivate = hasRealmPermission(directory, viewer, 'can_create_private_channel_group')
  return {
    ...(isLimited(directory, viewer)
      ? visibleUsers(directory, view, leavesOutUnknown)
      : {
          realm_users: userList(directory, view, true),
          realm_non_active_users: userList(directory, view, false),
        }),
    cross_realm_bots: [...directory.systemBots()].map((bot) => presentRegisteredUser(directory, bot, view)),
    user_id: viewer.id,
    email: apiEmail(directory, viewer),
    delivery_email: viewer.deliveryEmail,
    full_name: viewer.fullName,
    avatar_source: viewer.avatarSource,
    avatar_url: avatarUrl(viewer),
    avatar_url_medium: avatarUrl(viewer, 'medium'),
    is_owner: viewer.role === 100,
    is_admin: isAdmin(viewer),
    is_moderator: viewer.role === 300,
    is_guest: isGuest(viewer),
    can_create_streams: mayCreatePublic || mayCreatePrivate,
    can_create_public_streams: mayCreatePublic,
    can_create_private_streams: mayCreatePrivate,
    can_create_web_public_streams:
      webPublicEnabled &&
      directory.setting('enable_spectator_access') &&
      hasRealmPermission(directory, viewer, 'can_create_web_public_channel_group'),
    can_invite_others_to_realm: hasRealmPermission(directory, viewer, 'can_invite_users_group'),
  }
}

/** Fetch type `custom_profile_fields`. */
export function profileFieldState(fields: readonly ProfileField[]): Partial<InitialState> {
  return {
    custom_profile_fields: fields.map(presentField),
    custom_profile_field_types: profileFieldTypes,
  }
}

/** Fetch type `realm_user_groups`. */
export const groupState = (
  directory: Directory,
  includeDeactivated: boolean,
  memberRanges: boolean,
): SerializedState => ({ realm_user_groups: groupList(directory, { includeDeactivated, memberRanges }) })

/** Fetch types `update_display_settings` and `update_global_notifications`: settings in the legacy format. */
export function legacySettingsState(viewer: User, wants: (type: string) => boolean): Partial<InitialState> {
  const valuesOf = (names: readonly (keyof UserSettings)[]) =>
    Object.fromEntries(names.map((name) => [name, userSetting(viewer, name)]))
  return {
    ...(wants('update_display_settings')
      ? { ...valuesOf(displaySettings), timezone: viewer.timezone, emojiset_choices: [...emojisetChoices] }
      : {}),
    ...(wants('update_global_notifications')
      ? { ...valuesOf(notificationSettings), available_notification_sounds: [...notificationSounds] }
      : {}),
  }
}

/** Fetch type `user_settings`. */
export function settingsState(viewer: User): Partial<InitialState> {
  return {
    user_settings: {
      ...initialUserSettings,
      ...viewer.settings,
      timezone: viewer.timezone,
      available_notification_sounds: [...notificationSounds],
      emojiset_choices: [...emojisetChoices],
    },
  }
}
