import {
  type ChannelPermission,
  type GroupPermission,
  type GroupSettingValue,
  type RealmPermission,
  realmPermissions,
  refuse,
} from '@loquat/contract'
import type { Tx } from '../../db/transaction.ts'
import { type Directory, isAdmin, isBot, type User } from '../../directory/directory.ts'
import { presentValue } from '../../directory/group-values.ts'
import { groupsByRole } from '../../directory/groups.ts'
import { mayInRealm } from '../../directory/permissions.ts'
import { audienceOf } from '../../events/audience.ts'
import type { Realm } from '../../realms/realm.ts'
import { announcePeers } from '../channels/announce.ts'
import { metadataAudience } from '../channels/audiences.ts'
import { resumeSubscriptions } from '../channels/store.ts'
import { announceStatusAgain } from '../user-status/announce.ts'
import { announceActive } from './deactivate.ts'
import { noSuchUser } from './find.ts'
import { setActive, updateAccount } from './store.ts'

/** Brings an account back. For one that is active everything is told again, which harms nobody. */
export async function reactivateUser(realm: Realm, callerId: number, targetId: number): Promise<void> {
  const { directory } = realm
  await realm.exclusively(async (tx) => {
    const caller = directory.users.get(callerId)
    const target = directory.users.get(targetId)
    if (caller === undefined || !isAdmin(caller)) {
      throw refuse('BadRequest', 'Only administrators may reactivate accounts.')
    }
    if (target === undefined || target.isSystemBot) throw noSuchUser()
    if (isBot(target)) assertMayReturn(directory, caller, target)
    if (!target.isActive) await resumeSubscriptions(tx, target.id)
    await setActive(tx, [target.id], true)
    announceActive(tx, directory, target, true)
    if (isBot(target)) await adopt(tx, directory, caller, target)
    announceMemberships(tx, directory, target)
    announceHolders(tx, directory, target.id)
    await announceStatusAgain(tx, target)
  })
}

const incomingWebhook = 2

/** A bot that could not be made now cannot return either. */
function assertMayReturn(directory: Directory, caller: User, bot: User): void {
  const may =
    mayInRealm(directory, caller, 'can_create_bots_group') ||
    (bot.botType === incomingWebhook && mayInRealm(directory, caller, 'can_create_write_only_bots_group'))
  if (!may) throw refuse('BadRequest', 'You may not create bots of this kind.')
  for (const other of directory.activeUsers()) {
    if (other.fullName === bot.fullName) {
      throw refuse('BadRequest', 'An active account has the name of this bot.')
    }
  }
}

/** Somebody active must answer for a bot. */
async function adopt(tx: Tx, directory: Directory, caller: User, bot: User): Promise<void> {
  const owner = bot.botOwnerId === null ? undefined : directory.users.get(bot.botOwnerId)
  if (owner?.isActive) return
  await updateAccount(tx, bot.id, { bot_owner_id: caller.id })
  tx.publish(
    { type: 'realm_user', op: 'update', person: { user_id: bot.id, bot_owner_id: caller.id } },
    { everyone: true },
    { users: [bot.id] },
  )
}

/** Clients left the person out of channels and groups when they went. */
function announceMemberships(tx: Tx, directory: Directory, user: User): void {
  const changes = [...directory.channels.values()]
    .filter((channel) => channel.subscribers.has(user.id))
    .map((channel) => ({
      channel,
      changed: new Set([user.id]),
      subscribers: new Set(channel.subscribers.keys()),
    }))
  announcePeers(tx, directory, 'peer_add', changes)
  const byRole = groupsByRole(directory, user).map((name) => directory.systemGroup(name))
  const joined = [...directory.groups.values()].filter((group) => group.members.has(user.id))
  for (const { id: group_id } of [...byRole, ...joined]) {
    tx.publish({ type: 'user_group', op: 'add_members', group_id, user_ids: [user.id] }, { everyone: true })
  }
}

/** And out of those who hold a permission by name. */
function announceHolders(tx: Tx, directory: Directory, userId: number): void {
  const held = <P extends string>(permissions: Partial<Record<P, GroupSettingValue>>) =>
    Object.entries<GroupSettingValue | undefined>(permissions).flatMap(([name, value]) =>
      typeof value === 'object' && value.direct_members.includes(userId)
        ? [[name as P, presentValue(directory, value, userId)] as const]
        : [],
    )
  for (const group of directory.groups.values()) {
    for (const [name, value] of held<GroupPermission>(group.permissions)) {
      tx.publish(
        { type: 'user_group', op: 'update', group_id: group.id, data: { [name]: value } },
        { everyone: true },
      )
    }
  }
  for (const channel of directory.channels.values()) {
    const audience = () => audienceOf(directory, metadataAudience(directory, channel))
    const { id: stream_id, name } = channel
    for (const [property, value] of held<ChannelPermission>(channel.permissions)) {
      tx.publish({ type: 'stream', op: 'update', stream_id, name, property, value }, audience())
    }
  }
  const names = Object.keys(realmPermissions) as RealmPermission[]
  const values = Object.fromEntries(names.map((name) => [name, directory.permission(name)]))
  for (const [name, value] of held<RealmPermission>(values)) {
    tx.publish(
      { type: 'realm', op: 'update_dict', property: 'default', data: { [name]: value } },
      { everyone: true },
    )
  }
}
