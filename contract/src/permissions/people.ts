import { botTypes } from '../constants.ts'
import type { Role } from '../objects/users.ts'
import { isAdmin, isOwner, type PermissionContext, type PermissionUser } from './context.ts'
import { hasRealmPermission } from './holders.ts'

/** Changing the organization. */
export const administerDenial = (user: Pick<PermissionUser, 'role'>): 'administrators-only' | undefined =>
  isAdmin(user) ? undefined : 'administrators-only'

/** Inviting people by email. */
export const inviteDenial = (
  context: PermissionContext,
  user: PermissionUser,
): 'invite-not-permitted' | undefined =>
  hasRealmPermission(context, user, 'can_invite_users_group') ? undefined : 'invite-not-permitted'

/** Creating invitation links. */
export const inviteLinkDenial = (
  context: PermissionContext,
  user: PermissionUser,
): 'invite-link-not-permitted' | undefined =>
  hasRealmPermission(context, user, 'create_multiuse_invite_group') ? undefined : 'invite-link-not-permitted'

/** Inviting people with a role. */
export function inviteRoleDenial(
  user: Pick<PermissionUser, 'role'>,
  role: Role,
): 'owners-only' | 'administrators-only' | undefined {
  if (role === 100 && !isOwner(user)) return 'owners-only'
  return (role === 200 || role === 300) && !isAdmin(user) ? 'administrators-only' : undefined
}

/** Giving another role to a user. */
export function changeRoleDenial(
  user: Pick<PermissionUser, 'role'>,
  target: Pick<PermissionUser, 'role'>,
  role: Role,
): 'owners-only' | 'administrators-only' | undefined {
  if ((role === 100 || isOwner(target)) && !isOwner(user)) return 'owners-only'
  return administerDenial(user)
}

/** Deactivating another person's account. */
export function deactivateDenial(
  user: Pick<PermissionUser, 'role'>,
  target: Pick<PermissionUser, 'role'>,
): 'administrators-only' | 'owners-only' | undefined {
  if (!isAdmin(user)) return 'administrators-only'
  return isOwner(target) && !isOwner(user) ? 'owners-only' : undefined
}

/** Creating a bot. Incoming webhook bots only post, so they may be allowed for more people than bots that also read. */
export const createBotDenial = (
  context: PermissionContext,
  user: PermissionUser,
  type: number | null,
): 'create-bot-not-permitted' | undefined =>
  hasRealmPermission(context, user, 'can_create_bots_group') ||
  (type === botTypes.incomingWebhook && hasRealmPermission(context, user, 'can_create_write_only_bots_group'))
    ? undefined
    : 'create-bot-not-permitted'

/** Changing a bot. An administrator must not gain, through a bot, a permission they cannot grant. */
export function administerBotDenial(
  user: PermissionUser,
  bot: Pick<PermissionUser, 'botOwnerId'> & { canCreateUsers: boolean },
): 'administrators-only' | 'owners-only' | undefined {
  if (bot.botOwnerId !== user.id && !isAdmin(user)) return 'administrators-only'
  return bot.canCreateUsers && !isOwner(user) ? 'owners-only' : undefined
}

export const addEmojiDenial = (
  context: PermissionContext,
  user: PermissionUser,
): 'add-emoji-not-permitted' | undefined =>
  hasRealmPermission(context, user, 'can_add_custom_emoji_group') ? undefined : 'add-emoji-not-permitted'

/** Removing a custom emoji. */
export const removeEmojiDenial = (
  user: Pick<PermissionUser, 'id' | 'role'>,
  authorId: number | null,
): 'administrators-only' | undefined =>
  isAdmin(user) || authorId === user.id ? undefined : 'administrators-only'

/** Creating tokens for the own account. */
export const createTokenDenial = (
  context: PermissionContext,
  user: PermissionUser,
): 'create-tokens-not-permitted' | undefined =>
  hasRealmPermission(context, user, 'can_create_personal_tokens_group')
    ? undefined
    : 'create-tokens-not-permitted'

/** Summarizing topics and unread messages. */
export const summarizeDenial = (
  context: PermissionContext,
  user: PermissionUser,
): 'summarize-not-permitted' | undefined =>
  hasRealmPermission(context, user, 'can_summarize_topics_group') ? undefined : 'summarize-not-permitted'

/** Whether the organization requires a second factor of a user. */
export const requiresSecondFactor = (context: PermissionContext, user: PermissionUser): boolean =>
  hasRealmPermission(context, user, 'second_factor_required_group')
