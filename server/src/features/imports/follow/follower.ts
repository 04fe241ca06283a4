import type { App } from '../../../app.ts'
import type { Realm } from '../../../realms/realm.ts'
import { followChannels, followSubscribers } from './channels.ts'
import { type FollowContext, loadIdMaps } from './context.ts'
import { followEmoji } from './emoji.ts'
import { FollowError } from './follow-error.ts'
import {
  accountsOf,
  type FollowedAccount,
  lockFollower,
  messagesSince,
  storeLastMessage,
  storeQueue,
} from './follow-store.ts'
import { followGroups } from './groups.ts'
import { applyFlags, applyMessages, deleteMessages } from './messages.ts'
import { newMessages } from './new-pages.ts'
import type { OldDirectory, OldEvent, OldMessage } from './objects.ts'
import { maxIdsPerRequest, OldServer, QueueGone, type Registration } from './old-server.ts'
import { FollowReport } from './report.ts'
import { followUsers } from './users.ts'

/** Messages applied between two records of the position. */
const chunkSize = 200
/** Changes that happened while no queue existed are looked for in messages of this age. */
const lookBackMs = 7 * 86_400_000
/** And in at most so many messages. */
const maxLookBack = 100_000

export interface FollowRequest {
  app: App
  realm: Realm
  /** Ends as soon as everything that has happened there is here. */
  isOnce: boolean
  signal: AbortSignal
  /** Shows what the follower is doing. */
  onStatus(text: string): void
}

/** Follows the old server until it is aborted. Continues from the stored state. */
export async function follow(request: FollowRequest): Promise<FollowReport> {
  const { app, realm } = request
  return await app.database.withoutTimeouts((db) =>
    // The lock ends with its connection, however the process ends.
    db.connection().execute(async (connection) => {
      if (!(await lockFollower(connection, realm.id)))
        throw new FollowError('Another process follows the old server for this organization.')
      const follower = await Follower.load(request)
      await follower.run()
      return follower.report
    }),
  )
}

interface FollowedQueue {
  account: FollowedAccount
  server: OldServer
  ownUserId: number
}

const nothingFetched: OldDirectory = { users: [], channels: [], groups: [], emoji: [], systemBots: [] }

class Follower {
  readonly #request: FollowRequest
  readonly #context: FollowContext
  readonly #queues: FollowedQueue[]
  /** Changes from several queues are applied one after the other. */
  #turn: Promise<unknown> = Promise.resolve()
  readonly #stop: AbortController
  #failure: unknown

  static async load(request: FollowRequest): Promise<Follower> {
    const { app, realm, onStatus } = request
    const stop = new AbortController()
    const signal = AbortSignal.any([request.signal, stop.signal])
    const url = realm.directory.realm.previewOf
    if (url === null) throw new FollowError('This organization is not a preview.')
    const accounts = await accountsOf(app.database.db, app.sealer, realm.id)
    const queues: FollowedQueue[] = []
    for (const account of accounts) {
      const { email, key } = account
      const server = new OldServer({ url, email, key, signal, onTrouble: onStatus, isPatient: true })
      queues.push({ account, server, ownUserId: await server.ownUserId() })
    }
    const [first, ...others] = queues.map(({ server }) => server)
    if (first === undefined)
      throw new FollowError('No account on the old server is known: give --email and --key.')
    const context: FollowContext = {
      ...{ app, realm, url, signal },
      servers: [first, ...others],
      report: new FollowReport(),
      ids: await loadIdMaps(app, realm.id),
      old: nothingFetched,
    }
    return new Follower(request, context, queues, stop)
  }

  private constructor(
    request: FollowRequest,
    context: FollowContext,
    queues: FollowedQueue[],
    stop: AbortController,
  ) {
    this.#request = request
    this.#stop = stop
    this.#context = context
    this.#queues = queues
  }

  get report(): FollowReport {
    return this.#context.report
  }

  async run(): Promise<void> {
    try {
      await this.#connect()
      const ends = await Promise.allSettled(this.#queues.map((queue) => this.#followUntilEnd(queue)))
      const failed = ends.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined
      if (failed !== undefined) throw this.#failure ?? failed.reason
    } catch (error) {
      if (!this.#request.signal.aborted) throw error
    }
  }

  /** The failure of one queue ends the others. */
  async #followUntilEnd(queue: FollowedQueue): Promise<void> {
    try {
      await this.#followQueue(queue)
    } catch (error) {
      this.#failure ??= error
      this.#stop.abort()
      throw error
    }
  }

  /** Continues with the queues of the last run if they still exist. */
  async #connect(): Promise<void> {
    if (this.#queues.some(({ account }) => account.queueId === null)) await this.#registerAll()
    else {
      await this.#fetchDirectory()
      // One queue after the other would put messages out of order.
      if (this.#queues.length > 1) await this.#catchUp()
    }
  }

  /** Registers first and fetches then, so that nothing falls between. */
  async #registerAll(): Promise<void> {
    const registrations: Registration[] = []
    for (const [n, queue] of this.#queues.entries()) {
      const registration = await queue.server.register(n === 0)
      registrations.push(registration)
      queue.account.queueId = registration.queueId
      queue.account.lastEventId = registration.lastEventId
    }
    this.#context.old = merged(registrations.map(({ directory }) => directory))
    await this.#applyDirectory()
    // Older messages first: new ones may link to where they are now.
    await this.#lookBack()
    await this.#catchUp()
    // Stored last: a run that ends before has to do it again.
    for (const { account } of this.#queues) await this.#storeQueue(account)
  }

  async #storeQueue(account: FollowedAccount): Promise<void> {
    await storeQueue(this.#request.app.database.db, this.#request.realm.id, account)
  }

  async #catchUp(): Promise<void> {
    const { app, realm, onStatus } = this.#request
    const sources = this.#queues.flatMap(({ server, account }, n) => [
      { server, after: account.lastMessageId, narrow: [] },
      ...(n === 0
        ? [{ server, after: account.lastMessageId, narrow: [['channels', 'public'] as const] }]
        : []),
    ])
    let chunk: OldMessage[] = []
    let count = 0
    const flush = async () => {
      await applyMessages(this.#context, chunk)
      count += chunk.length
      const last = chunk.at(-1)
      if (last !== undefined) {
        await storeLastMessage(app.database.db, realm.id, last.id)
        for (const { account } of this.#queues)
          account.lastMessageId = Math.max(account.lastMessageId, last.id)
      }
      onStatus(`catching up: ${count.toLocaleString('en')} messages`)
      chunk = []
    }
    for await (const message of newMessages(sources)) {
      chunk.push(message)
      if (chunk.length >= chunkSize) await flush()
    }
    await flush()
  }

  /** Edits, moves, reactions and deletions of the time without a queue have no events. */
  async #lookBack(): Promise<void> {
    const { app, realm, onStatus } = this.#request
    const since = new Date(app.clock.now() - lookBackMs)
    const ids = await messagesSince(app.database.db, realm.id, since, maxLookBack)
    for (let at = 0; at < ids.length; at += maxIdsPerRequest) {
      onStatus(
        `looking for changes: ${at.toLocaleString('en')} of ${ids.length.toLocaleString('en')} messages`,
      )
      await this.#refetch(ids.slice(at, at + maxIdsPerRequest))
    }
  }

  /**
   * Fetches messages and applies their state, and that of `others` that were not fetched. Messages that no account can
   * read are deleted here.
   */
  async #refetch(ids: readonly number[], others: readonly OldMessage[] = []): Promise<void> {
    const missing = new Set(ids)
    const messages = new Map(others.map((message) => [message.id, message]))
    for (const server of this.#context.servers) {
      if (missing.size === 0) break
      for (const message of await server.messagesById([...missing])) {
        messages.set(message.id, message)
        missing.delete(message.id)
      }
    }
    await applyMessages(this.#context, [...messages.values()])
    await deleteMessages(this.#context, [...missing])
  }

  async #followQueue(queue: FollowedQueue): Promise<void> {
    const { isOnce, onStatus } = this.#request
    const { server, account } = queue
    for (;;) {
      this.#context.signal.throwIfAborted()
      let events: OldEvent[]
      try {
        events = await server.events(account.queueId ?? '', account.lastEventId, isOnce)
      } catch (error) {
        if (!(error instanceof QueueGone)) throw error
        this.report.gaps++
        await this.#inTurn(() => this.#registerAll())
        continue
      }
      const last = events.at(-1)
      if (last === undefined) {
        if (isOnce) return
        continue
      }
      await this.#inTurn(() => this.#apply(queue, events))
      account.lastEventId = last.id
      await this.#storeQueue(account)
      onStatus(
        `following ${this.#context.url}: ${this.report.followed.messages.toLocaleString('en')} messages`,
      )
    }
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const next = this.#turn.then(work)
    this.#turn = next.catch(() => {})
    return next
  }

  /**
   * Events say what changed; the present state is fetched. Applying it twice, or later, therefore gives the same
   * result.
   */
  async #apply({ ownUserId, account }: FollowedQueue, events: readonly OldEvent[]): Promise<void> {
    await this.#applyDirectoryEvents(events)
    const sent = events.flatMap(({ type, message }) => (type === 'message' && message ? message : []))
    const deleted = new Set(events.flatMap((event) => (event.type === 'delete_message' ? idsIn(event) : [])))
    const changed = new Set(events.flatMap((event) => (isMessageChange(event) ? idsIn(event) : [])))
    await this.#refetch(
      [...changed].filter((id) => !deleted.has(id)),
      sent,
    )
    await deleteMessages(this.#context, [...deleted])
    const last = sent.at(-1)
    const { app, realm } = this.#request
    if (last !== undefined) {
      account.lastMessageId = Math.max(account.lastMessageId, last.id)
      await storeLastMessage(app.database.db, realm.id, account.lastMessageId, account.email)
    }
    for (const { type, op, flag, messages = [] } of events) {
      if (type !== 'update_message_flags' || (op !== 'add' && op !== 'remove')) continue
      if (flag === 'read' || flag === 'starred')
        await applyFlags(this.#context, ownUserId, { op, flag, oldIds: messages })
    }
    for (const { type } of events) {
      const what = notFollowed[type]
      if (what !== undefined) this.report.skip(what, 'comes with the last export')
    }
  }

  async #applyDirectoryEvents(events: readonly OldEvent[]): Promise<void> {
    const types = new Set(events.map(({ type }) => type))
    const changed = (['realm_user', 'stream', 'user_group', 'realm_emoji'] as const).filter((type) =>
      types.has(type),
    )
    if (changed.length > 0) await this.#fetchDirectory(new Set(changed))
    const channels = new Set(
      events.flatMap((event) =>
        event.type === 'subscription'
          ? [...(event.stream_ids ?? []), ...(event.subscriptions ?? []).map((one) => one.stream_id)]
          : [],
      ),
    )
    for (const id of channels) {
      if (!this.#context.ids.channels.has(String(id))) await this.#fetchDirectory(new Set(['stream']))
      const subscribers = await this.#subscribersOf(id)
      if (subscribers !== undefined) await followSubscribers(this.#context, id, subscribers)
    }
  }

  async #subscribersOf(channelId: number): Promise<number[] | undefined> {
    for (const server of this.#context.servers) {
      const subscribers = await server.subscribers(channelId)
      if (subscribers !== undefined) return subscribers
    }
    return undefined
  }

  /** Fetches the parts of the directory that events name, or all of it. */
  async #fetchDirectory(types?: ReadonlySet<string>): Promise<void> {
    const { servers, old } = this.#context
    const isWanted = (type: string) => types === undefined || types.has(type)
    const fetched: OldDirectory[] = [old]
    for (const server of servers) {
      fetched.unshift({
        users: isWanted('realm_user') ? await server.users() : [],
        channels: isWanted('stream') ? await server.channels() : [],
        groups: isWanted('user_group') ? await server.groups() : [],
        emoji: isWanted('realm_emoji') ? await server.emoji() : [],
        systemBots: [],
      })
    }
    // Subscribers are fetched by channel, so the channels of an earlier reply may have outdated ones.
    const known = { ...old, channels: old.channels.map(({ subscribers: _, ...channel }) => channel) }
    this.#context.old = merged([...fetched.slice(0, -1), known])
    await this.#applyDirectory()
  }

  async #applyDirectory(): Promise<void> {
    await followUsers(this.#context)
    await followGroups(this.#context)
    await followChannels(this.#context)
    await followEmoji(this.#context)
  }
}

/** Changes that the preview does not show. */
const notFollowed: Readonly<Record<string, string | undefined>> = {
  realm: 'organization settings',
  realm_linkifiers: 'linkifiers',
  custom_profile_fields: 'profile fields',
  submessage: 'votes and tasks',
}

const isMessageChange = ({ type, rendering_only }: OldEvent) =>
  type === 'reaction' || (type === 'update_message' && rendering_only !== true)

const idsIn = ({ message_ids, message_id }: OldEvent) =>
  message_ids ?? (message_id === undefined ? [] : [message_id])

/** The first description of each object wins. */
function merged(directories: readonly OldDirectory[]): OldDirectory {
  const all = <T>(list: (directory: OldDirectory) => readonly T[], id: (object: T) => unknown) => {
    const objects = new Map<unknown, T>()
    for (const directory of directories) {
      for (const object of list(directory)) if (!objects.has(id(object))) objects.set(id(object), object)
    }
    return [...objects.values()]
  }
  return {
    users: all(
      (one) => one.users,
      ({ user_id }) => user_id,
    ),
    systemBots: all(
      (one) => one.systemBots,
      ({ user_id }) => user_id,
    ),
    channels: all(
      (one) => one.channels,
      ({ stream_id }) => stream_id,
    ),
    groups: all(
      (one) => one.groups,
      ({ id }) => id,
    ),
    emoji: all(
      (one) => one.emoji,
      ({ id }) => id,
    ),
  }
}
