import { refuse } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { type Channel, caseless, type Directory, isGuest, type User } from '../../../directory/directory.ts'
import { canReadChannel } from '../../../directory/permissions.ts'
import type { LoggedSubscriptions } from '../../../events/logged-event.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Realm } from '../../../realms/realm.ts'
import { publishVisibilityAfterMembershipChange } from '../../identity/users/guest-visibility.ts'
import { assertFewPairs, callerOf, resolvePrincipals } from '../../identity/users/principals.ts'
import { forClientsOf, seesByRight } from './audiences.ts'
import { createChannels, renderNewDescriptions } from './create.ts'
import { makeDefault } from './default-channels.ts'
import type { RenderedDescriptions } from './description.ts'
import { presentChannel } from './present.ts'
import { publishPeers } from './publish.ts'
import { checkedChannelName, mayAddOthers, pickColor } from './rules.ts'
import { colorsOf, insertSubscriptions, type NewSubscription, type SubscriptionRow } from './store.ts'
import type { SubscribeRequest } from './subscribe-request.ts'

export interface SubscribeResult {
  subscribed: Record<string, string[]>
  alreadySubscribed: Record<string, string[]>
  unauthorized: string[]
  /** As they are after this; the directory knows only after the commit. */
  channels: Channel[]
}

interface Wanted {
  channel: Channel
  isNew: boolean
  color: string | undefined
}

/** Subscribes people to channels and creates those that do not exist; all of it or nothing. */
export async function subscribe(
  app: Pick<App, 'database'>,
  realm: Realm,
  callerId: number,
  request: SubscribeRequest,
): Promise<SubscribeResult> {
  const { directory } = realm
  const rendered = await renderNewDescriptions(app, directory, callerOf(directory, callerId), request)
  return await realm.transactExclusively(
    async (tx) => await subscribeWithin(tx, directory, callerOf(directory, callerId), request, rendered),
  )
}

/** The same as a part of an exclusive transaction. */
export async function subscribeWithin(
  tx: Tx,
  directory: Directory,
  caller: User,
  request: SubscribeRequest,
  rendered: RenderedDescriptions,
): Promise<SubscribeResult> {
  const { wanted, unauthorized } = await findOrCreate(tx, directory, caller, request, rendered)
  const { users, others } = resolvePrincipals(directory, caller, request.principals)
  assertFewPairs(users, wanted)
  if (others) {
    const closed = wanted.find(({ channel, isNew }) => !isNew && !mayAddOthers(directory, caller, channel))
    if (closed) throw refuse('BadRequest', `You may not add others to ${closed.channel.name}.`)
  }
  const missing = users.flatMap((user) =>
    wanted.filter(({ channel }) => !channel.subscribers.has(user.id)).map((one) => ({ user, ...one })),
  )
  const created = wanted.filter(({ isNew }) => isNew).map(({ channel }) => channel)
  if (request.isDefault && created.length > 0) await makeDefault(tx, directory, created)
  await write(tx, directory, missing)
  if (request.since === undefined) {
    const change = { caller, added: missing, created, announce: request.announce }
    for (const extend of tx.extensions.subscribed) await extend(tx, change)
  }
  const isMissing = new Set(missing.map(({ user, channel }) => `${user.id} ${channel.id}`))
  const present = users.flatMap((user) => wanted.map(({ channel }) => ({ user, channel })))
  return {
    subscribed: namesByUser(missing),
    alreadySubscribed: namesByUser(
      present.filter(({ user, channel }) => !isMissing.has(`${user.id} ${channel.id}`)),
    ),
    unauthorized,
    channels: wanted.map(({ channel }) => withSubscribers(channel, users)),
  }
}

/** Who was subscribed just now has received nothing yet. */
function withSubscribers(channel: Channel, users: readonly User[]): Channel {
  const nothingYet = users.map((user) => [user.id, Number.POSITIVE_INFINITY] as const)
  return { ...channel, subscribers: new Map([...nothingYet, ...channel.subscribers]) }
}

async function findOrCreate(
  tx: Tx,
  directory: Directory,
  caller: User,
  request: SubscribeRequest,
  rendered: RenderedDescriptions,
): Promise<{ wanted: Wanted[]; unauthorized: string[] }> {
  const named = new Map<string, (typeof request.channels)[number]>()
  for (const one of request.channels) {
    const name = checkedChannelName(one.name)
    if (!named.has(caseless(name))) named.set(caseless(name), { ...one, name })
  }
  const missing = [...named.values()].filter(({ name }) => directory.channelByName(name) === undefined)
  const created = await createChannels(tx, directory, caller, request, missing, rendered)
  const createdByName = new Map(created.map((channel) => [caseless(channel.name), channel]))

  const wanted: Wanted[] = []
  const unauthorized: string[] = []
  for (const { name, color } of named.values()) {
    const created = createdByName.get(caseless(name))
    const channel = created ?? directory.channelByName(name)
    if (channel === undefined) continue
    const isNew = created !== undefined
    if (isNew || canReadChannel(directory, caller, channel)) wanted.push({ channel, isNew, color })
    else unauthorized.push(channel.name)
  }
  if (unauthorized.length > 0 && request.authorizationErrorsFatal) {
    throw refuse('BadRequest', `You may not subscribe to ${unauthorized[0]}.`)
  }
  return { wanted, unauthorized }
}

interface Missing extends Wanted {
  user: User
}

async function write(tx: Tx, directory: Directory, missing: readonly Missing[]): Promise<void> {
  if (missing.length === 0) return
  const rows = await insertSubscriptions(tx, await withColors(tx, missing))
  const touches = {
    subscriptions: {
      channels: [...new Set(missing.map(({ channel }) => channel.id))],
      users: [...new Set(missing.map(({ user }) => user.id))],
    },
  }
  const changes = [...Map.groupBy(missing, ({ channel }) => channel)].map(([channel, list]) => {
    const changed = new Set(list.map(({ user }) => user.id))
    return { channel, changed, subscribers: new Set([...channel.subscribers.keys(), ...changed]) }
  })
  publishNewlyVisible(tx, directory, missing)

  for (const some of Map.groupBy(changes, ({ channel }) => channel.isArchived).values()) {
    const channels = some.map(({ channel, subscribers }) => ({
      ...presentChannel(directory, channel),
      subscribers: [...subscribers].filter((id) => directory.users.get(id)?.isActive).sort((a, b) => a - b),
    }))
    const users = [...new Set(some.flatMap(({ changed }) => [...changed]))]
    const ids = new Set(channels.map((channel) => channel.stream_id))
    const personal = inGroups(rows.filter((row) => ids.has(row.channel_id)))
    tx.publish(
      { type: 'subscription', op: 'add', channels, personal },
      forClientsOf(some[0]!.channel, { users }),
      touches,
    )
  }
  await publishVisibilityAfterMembershipChange(
    tx,
    directory,
    [...new Set(missing.map(({ user }) => user))],
    changes,
  )
  publishPeers(tx, directory, 'peer_add', changes)
}

/** Who has the same settings for a channel, together. */
function inGroups(rows: readonly SubscriptionRow[]): LoggedSubscriptions['personal'] {
  const groups = new Map<string, LoggedSubscriptions['personal'][number]>()
  for (const { user_id, channel_id: channel, ...is } of rows) {
    const key = `${channel} ${JSON.stringify(is)}`
    const group = groups.get(key) ?? { channel, is, of: [] }
    group.of.push(user_id)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** Colours as they were asked for, or such as tell a person's channels apart. */
export async function withColors(
  tx: Tx,
  missing: readonly Omit<Missing, 'isNew'>[],
): Promise<NewSubscription[]> {
  const colors = await colorsOf(tx.db, [...new Set(missing.map(({ user }) => user.id))])
  const used = new Map([...colors].map(([id, own]) => [id, new Set(Object.values(own))]))
  return missing.map(({ user, channel, color }) => {
    const taken = used.get(user.id) ?? new Set()
    // Who returns finds the colour from before.
    const chosen = colors.get(user.id)?.[channel.id] ?? color ?? pickColor(taken, channel.id)
    used.set(user.id, taken.add(chosen))
    return { userId: user.id, channel, color: chosen }
  })
}

/** Channels that people could not even see until they were subscribed just now. */
function publishNewlyVisible(tx: Tx, directory: Directory, missing: readonly Missing[]): void {
  const hidden = missing.filter(({ user, channel }) =>
    isGuest(user) ? !channel.isWebPublic : channel.inviteOnly && !seesByRight(directory, user, channel),
  )
  for (const [channel, list] of Map.groupBy(hidden, ({ channel }) => channel)) {
    tx.publish(
      { type: 'stream', op: 'create', streams: [presentChannel(directory, channel)] },
      forClientsOf(channel, { users: list.map(({ user }) => user.id) }),
    )
  }
}

function namesByUser(list: readonly { user: User; channel: Channel }[]): Record<string, string[]> {
  const names: Record<string, string[]> = {}
  for (const { user, channel } of list) {
    names[user.id] ??= []
    names[user.id]?.push(channel.name)
  }
  return names
}
