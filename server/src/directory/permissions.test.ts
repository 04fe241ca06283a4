import {
  type GroupSettingValue,
  isHolder,
  type Reason,
  type Role,
  type SystemGroup,
  systemGroups,
} from '@loquat/contract'
import { describe, expect, it } from 'vitest'
import { noDefaults } from './bots.ts'
import type { Channel, Directory, User } from './directory.ts'
import { checkedValue } from './group-values.ts'
import { directMembers } from './groups.ts'
import {
  canReadChannel,
  canReadHistory,
  canSeeChannel,
  hasChannelPermission,
  hasRealmPermission,
  permissionsOf,
} from './permissions.ts'
import { SubscriberMap } from './subscriber-map.ts'
import { emptyDirectory } from './testing/fixtures.ts'

const roles = { owner: 100, admin: 200, moderator: 300, member: 400, guest: 600 } as const
type Name = keyof typeof roles

/** An organization with one person of each role; IDs are the roles. */
function createDirectory(): Directory {
  const directory = emptyDirectory()
  const empty = { members: new Set<number>(), subgroups: new Set<number>() }
  const group = { description: '', isSystem: true, creatorId: null, permissions: {}, createdAt: 0, ...empty }
  for (const [n, name] of systemGroups.entries()) {
    directory.putGroup({ ...group, id: n + 1, name, deactivated: false })
  }
  directory.putGroup({ ...group, id: 98, name: 'pickers', isSystem: false, deactivated: false })
  directory.putGroup({ ...group, id: 99, name: 'retired', isSystem: false, deactivated: true })
  for (const [name, role] of Object.entries(roles)) directory.putUser(createUser(name, role))
  return directory
}

function createUser(name: string, role: Role, changes: Partial<User> = {}): User {
  return {
    id: role,
    realmId: 1,
    recipientId: role,
    deliveryEmail: `${name}@example.com`,
    fullName: name,
    role,
    isActive: true,
    botType: null,
    botOwnerId: null,
    botDefaults: noDefaults,
    isSystemBot: false,
    canCreateUsers: false,
    apiKeyHash: name,
    sealedApiKey: '',
    timezone: '',
    avatarSource: 'G',
    avatarVersion: 1,
    avatarFile: null,
    settings: {},
    createdAt: 0,
    ...changes,
  }
}

const idOf = (name: SystemGroup) => systemGroups.indexOf(name) + 1
const set = (direct_members: number[], ...groups: SystemGroup[]): GroupSettingValue => ({
  direct_members,
  direct_subgroups: groups.map(idOf),
})

function createChannel(changes: Partial<Channel> = {}): Channel {
  return {
    id: 7,
    recipientId: 7,
    name: 'den',
    description: '',
    renderedDescription: '',
    creatorId: null,
    inviteOnly: true,
    isWebPublic: false,
    historyPublicToSubscribers: true,
    isArchived: false,
    isRecentlyActive: true,
    messageRetentionDays: null,
    folderId: null,
    firstMessageId: null,
    permissions: {
      can_add_subscribers_group: idOf('role:nobody'),
      can_administer_channel_group: idOf('role:nobody'),
      can_remove_subscribers_group: idOf('role:nobody'),
      can_send_message_group: idOf('role:everyone'),
      can_subscribe_group: idOf('role:nobody'),
    },
    createdAt: 0,
    subscribers: new SubscriberMap(),
    mutedBy: new Set(),
    former: new Map(),
    ...changes,
  }
}

/** The names of the users that match a condition. */
const who = (directory: Directory, test: (user: User) => boolean): Name[] =>
  (Object.keys(roles) as Name[]).filter((name) => test(directory.users.get(roles[name])!))

const everyone: Name[] = ['owner', 'admin', 'moderator', 'member', 'guest']

describe('Membership', () => {
  it('of system groups follows from the role', () => {
    const directory = createDirectory()
    const counts: Record<SystemGroup, number> = {
      'role:nobody': 0,
      'role:owners': 1,
      'role:administrators': 2,
      'role:moderators': 3,
      'role:fullmembers': 4,
      'role:members': 4,
      'role:everyone': 5,
      'role:internet': 5,
    }
    for (const [name, count] of Object.entries(counts)) {
      const members = who(directory, (user) =>
        isHolder(permissionsOf(directory), user, idOf(name as SystemGroup)),
      )
      expect(members, name).toEqual(everyone.slice(0, count))
    }
  })

  it('of full members starts after the waiting period', () => {
    const directory = createDirectory()
    directory.realm.settings = { waiting_period_threshold: 2 }
    const age = (days: number) => createUser('new', 400, { createdAt: Date.now() - days * 86_400_000 })
    for (const [days, full] of [
      [0, false],
      [1.9, false],
      [2.1, true],
    ] as const) {
      directory.putUser(age(days))
      const user = directory.users.get(400)!
      expect(isHolder(permissionsOf(directory), user, idOf('role:fullmembers')), `${days}`).toBe(full)
      expect(isHolder(permissionsOf(directory), user, idOf('role:members'))).toBe(true)
      const fullMembers = directory.systemGroup('role:fullmembers')
      expect(directMembers(directory, fullMembers)).toEqual(full ? [400] : [])
    }
    // Higher roles do not wait.
    directory.putUser(createUser('moderator', 300, { createdAt: Date.now() }))
    expect(isHolder(permissionsOf(directory), directory.users.get(300)!, idOf('role:fullmembers'))).toBe(true)
  })

  it('of a set includes named users and members of its groups, never deactivated users', () => {
    const directory = createDirectory()
    const value = set([roles.guest, roles.member], 'role:administrators')
    const members = () => who(directory, (user) => isHolder(permissionsOf(directory), user, value))
    expect(members()).toEqual(['owner', 'admin', 'member', 'guest'])
    for (const name of ['admin', 'member'] as const) {
      directory.putUser(createUser(name, roles[name], { isActive: false }))
    }
    expect(members()).toEqual(['owner', 'guest'])
    expect(who(directory, (user) => isHolder(permissionsOf(directory), user, 404))).toEqual([])
  })
})

describe('Permissions', () => {
  it('that exclude everyone are never held by guests, even if listed', () => {
    const directory = createDirectory()
    const listed = set([roles.guest], 'role:everyone')
    directory.realm.permissions = {
      can_create_public_channel_group: listed,
      direct_message_initiator_group: listed,
    }
    const holders = (permission: 'can_create_public_channel_group' | 'direct_message_initiator_group') =>
      who(directory, (user) => hasRealmPermission(directory, user, permission))
    expect(holders('can_create_public_channel_group')).toEqual(everyone.slice(0, 4))
    expect(holders('direct_message_initiator_group')).toEqual(everyone)
    const channel = createChannel()
    channel.permissions = {
      ...channel.permissions,
      can_subscribe_group: listed,
      can_send_message_group: listed,
    }
    const inChannel = (permission: 'can_subscribe_group' | 'can_send_message_group') =>
      who(directory, (user) => hasChannelPermission(directory, user, channel, permission))
    expect(inChannel('can_subscribe_group')).toEqual(everyone.slice(0, 4))
    expect(inChannel('can_send_message_group')).toEqual(everyone)
  })

  it('are checked against their row, with a reason', () => {
    const directory = createDirectory()
    const plain = { default: 'role:members' } as const
    const check = (row: Parameters<typeof checkedValue>[2], value: GroupSettingValue) => () =>
      checkedValue(directory, 'a_setting', row, value)
    const roleOnly = { default: 'role:owners', only: ['role:owners', 'role:nobody'] } as const
    expect(check(plain, set([roles.guest], 'role:everyone'))()).toEqual(set([roles.guest], 'role:everyone'))
    expect(check(roleOnly, set([], 'role:owners'))()).toBe(idOf('role:owners'))
    expect(check(plain, set([]))()).toBe(idOf('role:nobody'))
    const error = (reason: Reason) => expect.objectContaining({ reason })
    const notAllowed = error('permission-group-not-allowed')
    expect(check(plain, idOf('role:everyone'))).toThrow(notAllowed)
    expect(check(plain, set([], 'role:everyone'))).toThrow(notAllowed)
    expect(check({ ...plain, everyone: true }, idOf('role:internet'))).toThrow(notAllowed)
    expect(check({ ...plain, somebody: true }, set([]))).toThrow(notAllowed)
    expect(check(plain, 99)).toThrow(error('permission-group-not-found'))
    expect(check(plain, { direct_members: [400], direct_subgroups: [99] })).toThrow(
      error('permission-group-not-found'),
    )
    expect(check(roleOnly, idOf('role:members'))).toThrow(notAllowed)
    const required = expect.objectContaining({
      reason: 'permission-needs-system-group',
      extra: { setting_name: 'a_setting' },
    })
    expect(check(roleOnly, set([roles.owner]))).toThrow(required)
    expect(check(roleOnly, 98)).toThrow(required)
    expect(check(plain, { direct_members: [], direct_subgroups: [98] })()).toBe(98)
    directory.putUser(createUser('member', 400, { isActive: false }))
    expect(check(plain, set([roles.member]))).toThrow(error('permission-user-not-found'))
  })
})

describe('A channel', () => {
  it('is visible and readable according to its privacy and permissions', () => {
    const directory = createDirectory()
    const listed = set([roles.moderator, roles.guest])
    const base = createChannel().permissions
    const subscribed = SubscriberMap.of([roles.member, roles.guest], [1, 1])
    const noGuest = everyone.slice(0, 4)
    type Row = [changes: Partial<Channel>, know: Name[], read: Name[], history: Name[]]
    const rows: Row[] = [
      [{ inviteOnly: false }, noGuest, noGuest, noGuest],
      [{ inviteOnly: false, isArchived: true }, noGuest, noGuest, noGuest],
      [{ inviteOnly: false, isWebPublic: true }, everyone, everyone, everyone],
      [{ inviteOnly: false, isWebPublic: true, isArchived: true }, everyone, everyone, everyone],
      [{ inviteOnly: false, subscribers: subscribed }, everyone, everyone, everyone],
      [{ inviteOnly: false, subscribers: subscribed, isArchived: true }, everyone, everyone, noGuest],
      [{}, ['owner', 'admin'], [], []],
      [
        { subscribers: subscribed },
        ['owner', 'admin', 'member', 'guest'],
        ['member', 'guest'],
        ['member', 'guest'],
      ],
      [
        { subscribers: subscribed, historyPublicToSubscribers: false },
        ['owner', 'admin', 'member', 'guest'],
        ['member', 'guest'],
        [],
      ],
      [
        { subscribers: subscribed, isArchived: true },
        ['owner', 'admin', 'member', 'guest'],
        ['member', 'guest'],
        [],
      ],
      [
        { permissions: { ...base, can_administer_channel_group: listed } },
        ['owner', 'admin', 'moderator'],
        [],
        [],
      ],
      ...(['can_subscribe_group', 'can_add_subscribers_group'] as const).map(
        (permission): Row => [
          { permissions: { ...base, [permission]: listed } },
          ['owner', 'admin', 'moderator'],
          ['moderator'],
          ['moderator'],
        ],
      ),
      [
        { permissions: { ...base, can_remove_subscribers_group: listed, can_send_message_group: listed } },
        ['owner', 'admin'],
        [],
        [],
      ],
    ]
    for (const [n, [changes, know, read, history]] of rows.entries()) {
      const channel = createChannel(changes)
      expect(
        who(directory, (user) => canSeeChannel(directory, user, channel)),
        `know ${n}`,
      ).toEqual(know)
      expect(
        who(directory, (user) => canReadChannel(directory, user, channel)),
        `read ${n}`,
      ).toEqual(read)
      expect(
        who(directory, (user) => canReadHistory(directory, user, channel)),
        `history ${n}`,
      ).toEqual(history)
    }
  })
})

describe('Names', () => {
  it('are found in any case, also after changes', () => {
    const directory = createDirectory()
    directory.putChannel(createChannel({ name: 'Ёж' }))
    expect(directory.channelByName(' ёЖ ')?.id).toBe(7)
    directory.putChannel(createChannel({ name: 'Igel' }))
    expect(directory.channelByName('ёж')).toBeUndefined()
    expect(directory.channelByName('IGEL')?.id).toBe(7)
    directory.putUser(createUser('member', 400, { deliveryEmail: 'New@example.com', apiKeyHash: 'new' }))
    expect(directory.userByEmail('member@example.com')).toBeUndefined()
    expect(directory.userByKeyHash('member')).toBeUndefined()
    expect(directory.userByEmail(' NEW@example.com')?.id).toBe(400)
    expect(directory.userByKeyHash('new')?.id).toBe(400)
  })
})
