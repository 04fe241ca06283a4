import { addSubscribersDenial, apiError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { type Channel, caseless, type Directory, isGuest, type User } from '../../../directory/directory.ts'
import { canReadChannel, permissionsOf } from '../../../directory/permissions.ts'
import type { LoggedSubscriptions } from '../../../events/logged-event.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Realm } from '../../../realms/realm.ts'
import { publishVisibilityAfterMembershipChange } from '../../identity/users/guest-visibility.ts'
import { assertFewChannels } from '../../identity/users/new-accounts.ts'
import { assertFewPairs, callerOf, resolvePrincipals } from '../../identity/users/principals.ts'
import { canSeeUnsubscribed, forClientsOf } from './audiences.ts'
import { auditCreated, auditOthers } from './audit.ts'
import { createChannels, renderNewDescriptions } from './create.ts'
import { makeDefault } from './default-channels.ts'
import type { RenderedDescriptions } from './description.ts'
import { presentChannel } from './present.ts'
import { publishPeers } from './publish.ts'
import { checkedChannelName, pickColor } from './rules.ts'
import { colorsOf, insertSubscriptions, type NewSubscription, type SubscriptionRow } from './store.ts'
import type { SubscribeRequest } from './subscribe-request.ts'

export interface SubscribeResult {
  subscribed: Record<string, string[]>
  alreadySubscribed: Record<string, string[]>
  unauthorized: string[]
  /** State after the change; the directory has it only after the commit. */
  channels: Channel[]
}

interface RequestedChannel {
  channel: Channel
  isNew: boolean
  color: string | undefined
}

/** Subscribes users to channels and creates missing channels, in one transaction. */
export async function subscribe(
  app: Pick<App, 'database' | 'clock'>,
  realm: Realm,
  callerId: number,
  request: SubscribeRequest,
): Promise<SubscribeResult> {
  const { directory } = realm
  const missing = request.channels.filter(({ name }) => directory.channelByName(name) === undefined)
  const caller = callerOf(directory, callerId)
  if (request.since === undefined) {
    await assertFewChannels(app.database.db, directory, caller, missing.length, app.clock.now())
  }
  const rendered = await renderNewDescriptions(app, directory, caller, request)
  return await realm.transactExclusively(
    async (tx) => await subscribeWithin(tx, directory, callerOf(directory, callerId), request, rendered),
  )
}

/** Like `subscribe`, inside an exclusive transaction. */
export async function subscribeWithin(
  tx: Tx,
  directory: Directory,
  caller: User,
  request: SubscribeRequest,
  rendered: RenderedDescriptions,
): Promise<SubscribeResult> {
  const { wanted: requested, unauthorized } = await findOrCreate(tx, directory, caller, request, rendered)
  const { users, others } = resolvePrincipals(directory, caller, request.principals)
  assertFewPairs(users, requested)
  if (others) {
    const context = permissionsOf(directory)
    const closed = requested.find(
      ({ channel, isNew }) => !isNew && addSubscribersDenial(context, caller, channel) !== undefined,
    )
    if (closed) throw apiError('subscription-of-others-denied', { channel: closed.channel.name })
  }
  const missing = users.flatMap((user) =>
    requested.filter(({ channel }) => !channel.subscribers.has(user.id)).map((one) => ({ user, ...one })),
  )
  const created = requested.filter(({ isNew }) => isNew).map(({ channel }) => channel)
  if (request.isDefault && created.length > 0) await makeDefault(tx, directory, created)
  await storeSubscriptions(tx, directory, missing)
  auditCreated(tx, created)
  auditOthers(tx, caller, 'channel.users_added', missing)
  if (request.since === undefined) {
    const change = { caller, added: missing, created, announce: request.announce }
    for (const extend of tx.extensions.subscribed) await extend(tx, change)
  }
  const isMissing = new Set(missing.map(({ user, channel }) => `${user.id} ${channel.id}`))
  const present = users.flatMap((user) => requested.map(({ channel }) => ({ user, channel })))
  return {
    subscribed: namesByUser(missing),
    alreadySubscribed: namesByUser(
      present.filter(({ user, channel }) => !isMissing.has(`${user.id} ${channel.id}`)),
    ),
    unauthorized,
    channels: requested.map(({ channel }) => withSubscribers(channel, users)),
  }
}

/** Adds subscribers who have not received anything yet. */
function withSubscribers(channel: Channel, users: readonly User[]): Channel {
  const subscribers = channel.subscribers.copy()
  for (const { id } of users) if (!subscribers.has(id)) subscribers.set(id, Number.POSITIVE_INFINITY)
  return { ...channel, subscribers }
}

async function findOrCreate(
  tx: Tx,
  directory: Directory,
  caller: User,
  request: SubscribeRequest,
  rendered: RenderedDescriptions,
): Promise<{ wanted: RequestedChannel[]; unauthorized: string[] }> {
  const named = new Map<string, (typeof request.channels)[number]>()
  for (const one of request.channels) {
    const name = checkedChannelName(one.name)
    if (!named.has(caseless(name))) named.set(caseless(name), { ...one, name })
  }
  const missing = [...named.values()].filter(({ name }) => directory.channelByName(name) === undefined)
  const created = await createChannels(tx, directory, caller, request, missing, rendered)
  const createdByName = new Map(created.map((channel) => [caseless(channel.name), channel]))

  const requested: RequestedChannel[] = []
  const unauthorized: string[] = []
  for (const { name, color } of named.values()) {
    const created = createdByName.get(caseless(name))
    const channel = created ?? directory.channelByName(name)
    if (channel === undefined) continue
    const isNew = created !== undefined
    if (isNew || canReadChannel(directory, caller, channel)) requested.push({ channel, isNew, color })
    else unauthorized.push(channel.name)
  }
  if (unauthorized[0] !== undefined && request.authorizationErrorsFatal) {
    throw apiError('subscription-denied', { channel: unauthorized[0] })
  }
  return { wanted: requested, unauthorized }
}

export interface MissingSubscription extends RequestedChannel {
  user: User
}

/** Stores and publishes subscriptions that do not exist yet, without checking permissions. */
export async function storeSubscriptions(
  tx: Tx,
  directory: Directory,
  missing: readonly MissingSubscription[],
): Promise<void> {
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
    const personal = groupBySettings(rows.filter((row) => ids.has(row.channel_id)))
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

/** Groups users with the same settings for a channel. */
function groupBySettings(rows: readonly SubscriptionRow[]): LoggedSubscriptions['personal'] {
  const groups = new Map<string, LoggedSubscriptions['personal'][number]>()
  for (const { user_id, channel_id: channel, ...is } of rows) {
    const key = `${channel} ${JSON.stringify(is)}`
    const group = groups.get(key) ?? { channel, is, of: [] }
    group.of.push(user_id)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** Uses the requested colors, or else colors that differ between a user's channels. */
export async function withColors(
  tx: Tx,
  missing: readonly Omit<MissingSubscription, 'isNew'>[],
): Promise<NewSubscription[]> {
  const colors = await colorsOf(tx.db, [...new Set(missing.map(({ user }) => user.id))])
  const used = new Map([...colors].map(([id, own]) => [id, new Set(Object.values(own))]))
  return missing.map(({ user, channel, color }) => {
    const taken = used.get(user.id) ?? new Set()
    // Former subscribers keep their color.
    const chosen = colors.get(user.id)?.[channel.id] ?? color ?? pickColor(taken, channel.id)
    used.set(user.id, taken.add(chosen))
    return { userId: user.id, channel, color: chosen }
  })
}

/** Publishes channels that the new subscribers could not see before. */
function publishNewlyVisible(tx: Tx, directory: Directory, missing: readonly MissingSubscription[]): void {
  const hidden = missing.filter(({ user, channel }) =>
    isGuest(user)
      ? !channel.isWebPublic
      : channel.inviteOnly && !canSeeUnsubscribed(directory, user, channel),
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
