import {
  isAdmin,
  isGuest,
  type PermissionChannel,
  type PermissionContext,
  type PermissionUser,
} from './context.ts'
import { hasChannelPermission, hasRealmPermission } from './holders.ts'
import { canReadChannel, canSeeChannel } from './visibility.ts'

/** Creating a channel, or giving one this privacy. */
export const createChannelDenial = (
  context: PermissionContext,
  user: PermissionUser,
  isPrivate: boolean,
): 'create-not-permitted' | undefined =>
  hasRealmPermission(
    context,
    user,
    isPrivate ? 'can_create_private_channel_group' : 'can_create_public_channel_group',
  )
    ? undefined
    : 'create-not-permitted'

/** Making a channel web-public, in addition to {@link createChannelDenial}. `isEnabled`: the server allows it. */
export function webPublicDenial(
  context: PermissionContext,
  user: PermissionUser,
  isEnabled: boolean,
): 'web-public-off' | 'create-not-permitted' | undefined {
  if (!isEnabled || !context.setting('enable_spectator_access')) return 'web-public-off'
  return hasRealmPermission(context, user, 'can_create_web_public_channel_group')
    ? undefined
    : 'create-not-permitted'
}

/** Changing a channel: its name, description, settings and permissions, and archiving it. */
export const administerChannelDenial = (
  context: PermissionContext,
  user: PermissionUser,
  channel: PermissionChannel,
): 'administrators-only' | undefined =>
  isAdmin(user) || hasChannelPermission(context, user, channel, 'can_administer_channel_group')
    ? undefined
    : 'administrators-only'

/** Subscribing oneself. Guests have to be added. */
export const subscribeDenial = (
  context: PermissionContext,
  user: PermissionUser,
  channel: PermissionChannel,
): 'subscribe-not-permitted' | undefined =>
  !isGuest(user) && canReadChannel(context, user, channel) ? undefined : 'subscribe-not-permitted'

/** Adding others to a channel. */
export function addSubscribersDenial(
  context: PermissionContext,
  user: PermissionUser,
  channel: PermissionChannel,
): 'no-access' | 'add-subscribers-not-permitted' | undefined {
  if (!canReadChannel(context, user, channel)) return 'no-access'
  return hasRealmPermission(context, user, 'can_add_subscribers_group') ||
    administerChannelDenial(context, user, channel) === undefined ||
    hasChannelPermission(context, user, channel, 'can_add_subscribers_group')
    ? undefined
    : 'add-subscribers-not-permitted'
}

/** Removing others from all of these channels at once. */
export function removeSubscribersDenial(
  context: PermissionContext,
  user: PermissionUser,
  channels: readonly PermissionChannel[],
): 'remove-subscribers-not-permitted' | undefined {
  if (isAdmin(user)) return undefined
  const isAllowed =
    !isGuest(user) &&
    (channels.every((one) => administerChannelDenial(context, user, one) === undefined) ||
      channels.every(
        (one) =>
          canSeeChannel(context, user, one) &&
          hasChannelPermission(context, user, one, 'can_remove_subscribers_group'),
      ))
  return isAllowed ? undefined : 'remove-subscribers-not-permitted'
}
