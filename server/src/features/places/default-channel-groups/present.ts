import type { DefaultChannelGroupObject } from '@loquat/contract'
import {
  type Channel,
  type DefaultChannelGroup,
  type Directory,
  isGuest,
  type User,
} from '../../../directory/directory.ts'
import { audienceOf } from '../../../events/audience.ts'
import type { Tx } from '../../../events/transaction.ts'
import { byName } from '../channels/present.ts'

/** Sorts groups, and channels within them, by name. */
function presentGroups(
  directory: Pick<Directory, 'channels'>,
  groups: readonly DefaultChannelGroup[],
): DefaultChannelGroupObject[] {
  return groups.toSorted(byName).map(({ id, name, description, channels }) => ({
    id,
    name,
    description,
    streams: [...channels]
      .flatMap((channelId) => directory.channels.get(channelId) ?? [])
      .sort(byName)
      .map((channel) => channel.id),
  }))
}

/** Guests see no groups. */
export const visibleDefaultGroups = (directory: Directory, viewer: User): DefaultChannelGroupObject[] =>
  isGuest(viewer) ? [] : presentGroups(directory, directory.defaultGroups)

/** Publishes the whole list of groups. */
export function publishDefaultChannelGroups(
  tx: Tx,
  directory: Directory,
  groups: readonly DefaultChannelGroup[],
): void {
  publishList(tx, directory, presentGroups(directory, groups))
}

/** Publishes the groups if renaming a channel changes the order of channels in them. */
export function publishReordered(tx: Tx, directory: Directory, renamed: Channel): void {
  if (!directory.defaultGroups.some((group) => group.channels.has(renamed.id))) return
  const channels = new Map(directory.channels).set(renamed.id, renamed)
  const before = presentGroups(directory, directory.defaultGroups)
  const after = presentGroups({ channels }, directory.defaultGroups)
  if (JSON.stringify(before) !== JSON.stringify(after)) publishList(tx, directory, after)
}

function publishList(tx: Tx, directory: Directory, default_stream_groups: DefaultChannelGroupObject[]): void {
  const people = [...directory.activeUsers()].filter((user) => !isGuest(user)).map((user) => user.id)
  const audience = audienceOf(directory, people)
  tx.publish({ type: 'default_stream_groups', default_stream_groups }, audience, { defaultGroups: true })
}
