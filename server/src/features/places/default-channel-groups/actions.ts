import { apiError, maxDefaultGroupNameLength } from '@loquat/contract'
import {
  type Channel,
  type DefaultChannelGroup,
  type Directory,
  isAdmin,
  type User,
} from '../../../directory/directory.ts'
import { canReadChannel } from '../../../directory/permissions.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Realm } from '../../../realms/realm.ts'
import { isLongerThan, trim } from '../../../text.ts'
import { callerOf } from '../../identity/users/principals.ts'
import { publishDefaultChannelGroups } from './present.ts'
import { deleteChannels, deleteGroup, insertChannels, insertGroup, updateGroup } from './store.ts'

export async function createGroup(
  realm: Realm,
  callerId: number,
  wanted: { name: string; description: string; channels: readonly string[] },
): Promise<void> {
  await asAdministrator(realm, callerId, async (tx, directory, caller) => {
    const { name, description } = wanted
    assertNameIsFree(directory, name)
    const channels = wanted.channels.map((one) => optionalChannel(directory, caller, one).id)
    const id = await insertGroup(tx, name, description)
    const group = { id, name, description, channels: new Set(channels) }
    await insertChannels(tx, id, [...group.channels])
    tx.audit({ kind: 'default_channel_group.created', target: targetOf(group), after: audited(group) })
    publishDefaultChannelGroups(tx, directory, [...directory.defaultGroups, group])
  })
}

/** Empty values stay unchanged. */
export async function changeGroup(
  realm: Realm,
  callerId: number,
  groupId: number,
  { name = '', description = '' }: { name: string | undefined; description: string | undefined },
): Promise<void> {
  if (name === '' && description === '') {
    throw apiError('default-channel-group-change-empty')
  }
  await asAdministrator(realm, callerId, async (tx, directory) => {
    const group = groupOf(directory, groupId)
    if (name !== '') assertNameIsFree(directory, name)
    const changes = { ...(name === '' ? {} : { name }), ...(description === '' ? {} : { description }) }
    await updateGroup(tx, groupId, changes)
    auditChange(tx, group, { ...group, ...changes })
    publishDefaultChannelGroups(tx, directory, withGroupReplaced(directory, { ...group, ...changes }))
  })
}

export async function addChannels(
  realm: Realm,
  callerId: number,
  groupId: number,
  names: readonly string[],
): Promise<void> {
  await asAdministrator(realm, callerId, async (tx, directory, caller) => {
    const group = groupOf(directory, groupId)
    const added = names.map((name) => optionalChannel(directory, caller, name))
    const present = added.find((channel) => group.channels.has(channel.id))
    if (present) throw apiError('default-channel-group-has-channel', { channel: present.name })
    const ids = new Set(added.map((channel) => channel.id))
    await insertChannels(tx, groupId, [...ids])
    const channels = new Set([...group.channels, ...ids])
    auditChange(tx, group, { ...group, channels })
    publishDefaultChannelGroups(tx, directory, withGroupReplaced(directory, { ...group, channels }))
  })
}

export async function removeChannels(
  realm: Realm,
  callerId: number,
  groupId: number,
  names: readonly string[],
): Promise<void> {
  await asAdministrator(realm, callerId, async (tx, directory, caller) => {
    const group = groupOf(directory, groupId)
    const removed = names.map((name) => channelNamed(directory, caller, name))
    const absent = removed.find((channel) => !group.channels.has(channel.id))
    if (absent) throw apiError('default-channel-group-lacks-channel', { channel: absent.name })
    const ids = removed.map((channel) => channel.id)
    await deleteChannels(tx, groupId, ids)
    auditChange(tx, group, withoutChannels(group, ids))
    publishDefaultChannelGroups(tx, directory, withGroupReplaced(directory, withoutChannels(group, ids)))
  })
}

export async function removeGroup(realm: Realm, callerId: number, groupId: number): Promise<void> {
  await asAdministrator(realm, callerId, async (tx, directory) => {
    const group = groupOf(directory, groupId)
    await deleteGroup(tx, group.id)
    tx.audit({ kind: 'default_channel_group.deleted', target: targetOf(group), before: audited(group) })
    publishDefaultChannelGroups(
      tx,
      directory,
      directory.defaultGroups.filter((one) => one.id !== group.id),
    )
  })
}

const targetOf = ({ id, name }: DefaultChannelGroup) => ({ type: 'default_channel_group', id, name }) as const

const audited = ({ name, description, channels }: DefaultChannelGroup) => ({
  name,
  description,
  channel_ids: [...channels],
})

const auditChange = (tx: Tx, before: DefaultChannelGroup, after: DefaultChannelGroup) =>
  tx.audit({
    kind: 'default_channel_group.changed',
    target: targetOf(before),
    before: audited(before),
    after: audited(after),
  })

/** Removes an archived channel from all groups. Publishes each change separately. */
export async function removeFromAllGroups(tx: Tx, directory: Directory, channel: Channel): Promise<void> {
  let groups = directory.defaultGroups
  for (const group of directory.defaultGroups) {
    if (!group.channels.has(channel.id)) continue
    await deleteChannels(tx, group.id, [channel.id])
    groups = groups.map((one) => (one.id === group.id ? withoutChannels(group, [channel.id]) : one))
    publishDefaultChannelGroups(tx, directory, groups)
  }
}

async function asAdministrator(
  realm: Realm,
  callerId: number,
  work: (tx: Tx, directory: Directory, caller: User) => Promise<void>,
): Promise<void> {
  const { directory } = realm
  await realm.transactExclusively(async (tx) => {
    const caller = callerOf(directory, callerId)
    // Check again under the lock, where roles cannot change.
    if (!isAdmin(caller)) throw apiError('caller-not-administrator')
    await work(tx, directory, caller)
  })
}

function groupOf(directory: Directory, id: number): DefaultChannelGroup {
  const group = directory.defaultGroups.find((one) => one.id === id)
  if (group === undefined) throw apiError('default-channel-group-not-found')
  return group
}

const withGroupReplaced = (directory: Directory, group: DefaultChannelGroup) =>
  directory.defaultGroups.map((one) => (one.id === group.id ? group : one))

const withoutChannels = (group: DefaultChannelGroup, channelIds: readonly number[]): DefaultChannelGroup => ({
  ...group,
  channels: new Set([...group.channels].filter((id) => !channelIds.includes(id))),
})

/** Refuses a group's own current name too. */
function assertNameIsFree(directory: Directory, name: string): void {
  if (trim(name) === '') throw apiError('default-channel-group-name-empty')
  if (isLongerThan(name, maxDefaultGroupNameLength)) {
    throw apiError('default-channel-group-name-too-long', { max: maxDefaultGroupNameLength })
  }
  if (directory.defaultGroups.some((group) => group.name === name)) {
    throw apiError('default-channel-group-name-taken', { name })
  }
}

function channelNamed(directory: Directory, caller: User, name: string): Channel {
  const channel = directory.channelByName(name)
  if (channel === undefined || channel.isArchived || !canReadChannel(directory, caller, channel)) {
    throw apiError('channel-not-found')
  }
  return channel
}

/** Refuses default channels: new users are subscribed to those anyway. */
function optionalChannel(directory: Directory, caller: User, name: string): Channel {
  const channel = channelNamed(directory, caller, name)
  if (directory.defaultChannels.has(channel.id)) {
    throw apiError('default-channel-group-channel-is-default', { channel: channel.name })
  }
  return channel
}
