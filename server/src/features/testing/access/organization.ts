import { addBot, createWorld, type Person, type World } from '@loquat/devkit'
import { uploaded, words } from '../../conversation/uploads/testing/fixtures.ts'
import { allowWebPublic, named } from '../../places/channels/testing/fixtures.ts'
import type { Chooser } from './chooser.ts'
import {
  canPost,
  channelPermissionNames,
  type ModelChannel,
  type ModelFile,
  type ModelGroup,
  type ModelMessage,
  type ModelOrganization,
  type ModelPermission,
  type ModelUser,
} from './model.ts'

/** A random organization on a server, and the model of it. */
export interface AccessWorld extends ModelOrganization {
  world: World
  choose: Chooser
  /** The accounts, by ID. */
  people: Map<number, Person>
  groupIds: Record<number, number>
}

const systemGroups: Record<number, string> = {
  0: 'role:nobody',
  100: 'role:owners',
  200: 'role:administrators',
  300: 'role:moderators',
  400: 'role:members',
  600: 'role:everyone',
}

export const kinds = {
  public: { isPrivate: false, isWebPublic: false, hasSharedHistory: true },
  'web-public': { isPrivate: false, isWebPublic: true, hasSharedHistory: true },
  shared: { isPrivate: true, isWebPublic: false, hasSharedHistory: true },
  protected: { isPrivate: true, isWebPublic: false, hasSharedHistory: false },
} as const
export type Kind = keyof typeof kinds

/** The parameters that create a channel of a kind, or change one to it. */
export const wireKind = (kind: Kind) => ({
  is_web_public: kinds[kind].isWebPublic,
  history_public_to_subscribers: kinds[kind].hasSharedHistory,
})

export const wireGroup = ({ groupIds }: AccessWorld, { members, upToRole }: ModelGroup) => ({
  direct_members: members,
  direct_subgroups: upToRole === 0 ? [] : [groupIds[upToRole]!],
})

export async function randomOrganization(choose: Chooser): Promise<AccessWorld> {
  // Replies are checked against the contract elsewhere; here the number of calls counts.
  const world = await createWorld({ config: { checkReplies: false } })
  await allowWebPublic(world)
  const { alice, bob, mona, carol, dave, greta } = world
  const { user_id } = await alice.api.createUser({
    email: 'gus@example.com',
    full_name: 'Gus Guest',
    password: 'loquats ripen in spring',
  })
  await alice.api.updateUser({ user_id, role: 600 })
  const bots = [
    [await addBot(world, carol), carol, 400],
    [await addBot(world, dave, 600), dave, 600],
    [await addBot(world, alice, 200), alice, 200],
  ] as const
  const users: [Person, Omit<ModelUser, 'id'>][] = [
    [alice, { name: 'Alice', role: 100 }],
    [bob, { name: 'Bob', role: 200 }],
    [mona, { name: 'Mona', role: 300 }],
    [carol, { name: 'Carol', role: 400 }],
    [dave, { name: 'Dave', role: 400 }],
    [greta, { name: 'Greta', role: 600 }],
    [world.person(user_id), { name: 'Gus', role: 600 }],
    ...bots.map(([bot, owner, role]): [Person, Omit<ModelUser, 'id'>] => [
      bot,
      { name: `Bot of ${owner.email}`, role, ownerId: owner.id },
    ]),
  ]
  const { user_groups } = await alice.api.getUserGroups()
  const groupIds = Object.fromEntries(
    Object.entries(systemGroups).map(([role, name]) => [
      role,
      user_groups.find((one) => one.name === name)!.id,
    ]),
  )
  const organization: AccessWorld = {
    world,
    choose,
    people: new Map(users.map(([person]) => [person.id, person])),
    groupIds,
    users: new Map(users.map(([{ id }, user]) => [id, { ...user, id }])),
    channels: [],
    messages: [],
    files: [],
  }
  for (const kind of ['web-public', ...Object.keys(kinds), 'shared', 'protected', 'protected'] as Kind[]) {
    await addChannel(organization, kind)
  }
  for (let n = 0; n < 8; n++) await addDirectMessage(organization)
  return organization
}

/** A channel whose subscribers came and went between its messages. */
async function addChannel(organization: AccessWorld, kind: Kind): Promise<void> {
  const { world, choose, users, channels } = organization
  const { alice } = world
  const name = `${kind} ${channels.length}`
  const permissions = Object.fromEntries(
    channelPermissionNames.map((permission) => [permission, randomGroup(organization, permission)]),
  ) as Record<ModelPermission, ModelGroup>
  await alice.api.subscribe({
    ...named(name),
    ...wireKind(kind),
    invite_only: kinds[kind].isPrivate,
    ...Object.fromEntries(
      channelPermissionNames.map((permission) => [
        permission,
        wireGroup(organization, permissions[permission]),
      ]),
    ),
  })
  const { stream_id: id } = await alice.api.getChannelId({ stream: name })
  const channel: ModelChannel = {
    ...kinds[kind],
    id,
    name,
    isArchived: false,
    subscribers: new Set([alice.id]),
    permissions,
  }
  channels.push(channel)
  const others = [...users.keys()].filter((one) => one !== alice.id)
  for (let phase = 0; phase < 3; phase++) {
    const added = choose.some(others, 0.35)
    const removed = choose.some([...channel.subscribers], 0.3).filter((one) => one !== alice.id)
    if (removed.length > 0) await alice.api.unsubscribe({ subscriptions: [name], principals: removed })
    for (const one of removed) channel.subscribers.delete(one)
    if (added.length > 0) await alice.api.subscribe({ ...named(name), principals: added })
    for (const one of added) channel.subscribers.add(one)
    const senders = [...users.values()].filter((one) => canPost(one, channel, users))
    if (senders.length > 0) await sendTo(organization, choose.one(senders), channel, choose.chance(0.5))
  }
  if (choose.chance(0.5)) {
    await alice.api.unsubscribe({ subscriptions: [name] })
    channel.subscribers.delete(alice.id)
  }
  // The first channel stays as it is: spectators need one.
  if (id !== channels[0]?.id && choose.chance(0.2)) {
    await alice.api.archiveChannel({ stream_id: id })
    channel.isArchived = true
  }
}

/** Mostly the default, so that most channels can be used. */
export function randomGroup({ choose, users }: AccessWorld, permission: ModelPermission): ModelGroup {
  const members = choose.chance(0.5) ? choose.some([...users.keys()], 0.25) : []
  if (permission === 'can_send_message_group') {
    return choose.chance(0.6) ? { members, upToRole: 600 } : { members, upToRole: choose.one([0, 200, 400]) }
  }
  // Everyone is valid here only beside users who are named.
  const roles = members.length > 0 ? [0, 0, 200, 600] : [0, 0, 0, 200, 300]
  return { members, upToRole: choose.one(roles) }
}

let sequence = 0

async function addFile({ people, files }: AccessWorld, owner: ModelUser): Promise<ModelFile> {
  const name = `figs-${++sequence}.txt`
  const { url } = await uploaded(people.get(owner.id)!, words(name))
  const file = { path: url, name, ownerId: owner.id }
  files.push(file)
  return file
}

/** The text of a message with a file, if it has one. */
export const textWith = (file: ModelFile | undefined, text = 'figs') =>
  file === undefined ? text : `${text} [${file.name}](${file.path})`

/** Sends a message that the model allows. */
async function sendTo(
  organization: AccessWorld,
  sender: ModelUser,
  channel: ModelChannel,
  hasFile: boolean,
): Promise<void> {
  const { people, choose } = organization
  const file = hasFile ? await addFile(organization, sender) : undefined
  const topic = choose.one(['apples', 'pears', `cherries ${++sequence}`])
  const { id } = await people
    .get(sender.id)!
    .api.sendMessage({ type: 'channel', to: channel.id, topic, content: textWith(file) })
  addMessage(organization, { id, senderId: sender.id, topic, channel, file, rows: channel.subscribers })
}

async function addDirectMessage(organization: AccessWorld): Promise<void> {
  const { people, users, choose } = organization
  const sender = choose.one([...users.values()])
  const others = choose.some([...users.keys()], 0.2)
  const to = others.length === 0 ? [sender.id] : others
  const file = choose.chance(0.4) ? await addFile(organization, sender) : undefined
  const { id } = await people.get(sender.id)!.api.sendMessage({ type: 'direct', to, content: textWith(file) })
  const rows = new Set([sender.id, ...to])
  addMessage(organization, { id, senderId: sender.id, topic: '', channel: undefined, file, rows })
}

export const addMessage = ({ messages }: AccessWorld, message: Omit<ModelMessage, 'reactions'>) =>
  messages.push({ ...message, rows: new Set(message.rows), reactions: new Set() })
