import type { Channel, Directory } from '../../../directory/directory.ts'
import { contains, isInGroup } from '../../../directory/groups.ts'
import { canSeeChannel } from '../../../directory/permissions.ts'
import type { Tx } from '../../../events/transaction.ts'
import { visibilityPermissions } from '../../places/channels/audiences.ts'
import { byName } from '../../places/channels/present.ts'
import { publishHidden, publishShown } from '../../places/channels/publish.ts'

/** After a group's members changed: publishes channels that users gain or lose sight of. */
export function publishGroupVisibility(tx: Tx, before: Directory, after: Directory, groupId: number): void {
  const channels = [...before.channels.values()].filter((channel) => refersTo(before, channel, groupId))
  if (channels.length === 0) return
  const changed = [...before.activeUsers()].filter(
    (user) => isInGroup(before, user, groupId) !== isInGroup(after, user, groupId),
  )
  for (const channel of channels.sort(byName)) {
    const seenOnlyIn = (one: Directory, other: Directory) =>
      changed
        .filter((user) => canSeeChannel(one, user, channel) && !canSeeChannel(other, user, channel))
        .map((user) => user.id)
    publishShown(tx, after, channel, seenOnlyIn(after, before))
    publishHidden(tx, [channel], seenOnlyIn(before, after))
  }
}

const refersTo = (directory: Directory, channel: Channel, groupId: number) =>
  channel.inviteOnly &&
  visibilityPermissions.some((permission) => contains(directory, channel.permissions[permission], groupId))
