import { administerChannelDenial } from './channels.ts'
import type { PermissionChannel, PermissionContext, PermissionUser } from './context.ts'
import { hasRealmPermission } from './holders.ts'
import { postDenial } from './posting.ts'

/**
 * Pinning messages and editing bookmarks in a channel; without a channel, pinning in a direct conversation. The user can read
 * the message or channel.
 */
export function pinDenial(
  context: PermissionContext,
  user: PermissionUser,
  channel: PermissionChannel | undefined,
): 'archived' | 'pin-not-permitted' | undefined {
  if (channel?.isArchived) return 'archived'
  if (channel && administerChannelDenial(context, user, channel) === undefined) return undefined
  // Pins are shown to everyone in the channel, like messages.
  const maySpeak = channel === undefined || postDenial(context, user, channel) === undefined
  return maySpeak && hasRealmPermission(context, user, 'can_pin_messages_group')
    ? undefined
    : 'pin-not-permitted'
}
