import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { fetchOutside, type OutsideAnswer, OutsideError, openOutside } from '../../../platform/outbound.ts'
import { FollowError } from './follow-error.ts'
import type {
  OldChannel,
  OldDirectory,
  OldEmoji,
  OldEvent,
  OldGroup,
  OldMessage,
  OldUser,
} from './objects.ts'

/** Longer than the old server lets a poll wait. */
const pollTimeoutMs = 100_000
const requestTimeoutMs = 60_000
const fileTimeoutMs = 10 * 60_000
const maxReplyBytes = 64 * 2 ** 20
const maxFileBytes = 2 ** 30
const firstPauseMs = 1_000
const longestPauseMs = 60_000
/** How long the old server keeps events for a follower that is stopped. */
const queueLifespanSeconds = 604_800
/** The address of a request has room for this many IDs behind a proxy with the usual limits. */
export const maxIdsPerRequest = 400
export const pageSize = 1_000

export const followedEventTypes = [
  'message',
  'update_message',
  'delete_message',
  'reaction',
  'submessage',
  'update_message_flags',
  'realm_user',
  'stream',
  'subscription',
  'user_group',
  'realm_emoji',
  'realm_linkifiers',
  'custom_profile_fields',
  'realm',
] as const

export interface OldServerOptions {
  url: string
  email: string
  key: string
  signal: AbortSignal
  /** Called before a pause, with the reason. */
  onTrouble(sentence: string): void
  /** Retries requests that fail. The first contact fails at once instead, because the URL may be wrong. */
  isPatient: boolean
}

export interface Registration {
  queueId: string
  lastEventId: number
  maxMessageId: number
  featureLevel: number
  directory: OldDirectory
}

/** The queue has expired, or the old server has restarted. */
export class QueueGone extends Error {}

type Params = Readonly<Record<string, unknown>>

/** The old server as one of its accounts sees it. */
export class OldServer {
  readonly email: string
  readonly #options: OldServerOptions
  readonly #authorization: string

  constructor(options: OldServerOptions) {
    this.#options = options
    this.email = options.email
    this.#authorization = `Basic ${Buffer.from(`${options.email}:${options.key}`).toString('base64')}`
  }

  /** Checks URL and key. Returns the ID of the account. */
  async ownUserId(): Promise<number> {
    const { user_id } = await this.#call<{ user_id: number }>('GET', '/users/me', {})
    return user_id
  }

  /** Registers a queue. Only one account needs all public channels. */
  async register(withPublicChannels: boolean): Promise<Registration> {
    const reply = await this.#call<Record<string, unknown>>('POST', '/register', {
      event_types: followedEventTypes,
      fetch_event_types: ['message', 'realm_user', 'subscription', 'realm_user_groups', 'realm_emoji'],
      all_public_streams: withPublicChannels,
      apply_markdown: false,
      client_gravatar: false,
      include_subscribers: true,
      queue_lifespan_secs: queueLifespanSeconds,
      client_capabilities: {
        notification_settings_null: true,
        bulk_message_deletion: true,
        user_avatar_url_field_optional: true,
        stream_typing_notifications: false,
        user_settings_object: true,
        linkifier_url_template: true,
        user_list_incomplete: true,
        include_deactivated_groups: true,
        archived_channels: true,
        empty_topic_name: true,
      },
    })
    const list = <T>(name: string) => (reply[name] ?? []) as T[]
    return {
      queueId: String(reply.queue_id),
      lastEventId: Number(reply.last_event_id),
      maxMessageId: Number(reply.max_message_id ?? -1),
      featureLevel: Number(reply.zulip_feature_level ?? 0),
      directory: {
        users: [...list<OldUser>('realm_users'), ...inactive(list<OldUser>('realm_non_active_users'))],
        systemBots: list<OldUser>('cross_realm_bots'),
        channels: [
          ...list<OldChannel>('subscriptions'),
          ...list<OldChannel>('unsubscribed'),
          ...list<OldChannel>('never_subscribed'),
        ],
        groups: list<OldGroup>('realm_user_groups'),
        emoji: Object.values((reply.realm_emoji ?? {}) as Record<string, OldEmoji>),
      },
    }
  }

  /** Waits for events unless `isOnce`. Throws `QueueGone`. */
  async events(queueId: string, lastEventId: number, isOnce: boolean): Promise<OldEvent[]> {
    const params = { queue_id: queueId, last_event_id: lastEventId, dont_block: isOnce }
    const { events } = await this.#call<{ events: OldEvent[] }>('GET', '/events', params)
    return events
  }

  /** The page of messages after an ID, oldest first. */
  async messagesAfter(
    id: number,
    narrow: readonly (readonly [string, string])[],
  ): Promise<{ messages: OldMessage[]; isLast: boolean }> {
    const reply = await this.#call<{ messages: OldMessage[]; found_newest: boolean }>('GET', '/messages', {
      anchor: String(id),
      include_anchor: false,
      num_before: 0,
      num_after: pageSize,
      narrow: narrow.map(([operator, operand]) => ({ operator, operand })),
      ...messageForm,
    })
    return { messages: reply.messages, isLast: reply.found_newest || reply.messages.length === 0 }
  }

  /** The messages with these IDs that exist and that the account can read. */
  async messagesById(ids: readonly number[]): Promise<OldMessage[]> {
    const found: OldMessage[] = []
    for (let at = 0; at < ids.length; at += maxIdsPerRequest) {
      const message_ids = ids.slice(at, at + maxIdsPerRequest)
      const reply = await this.#call<{ messages: OldMessage[] }>('GET', '/messages', {
        message_ids,
        ...messageForm,
      })
      found.push(...reply.messages)
    }
    return found
  }

  async users(): Promise<OldUser[]> {
    const { members } = await this.#call<{ members: OldUser[] }>('GET', '/users', { client_gravatar: false })
    return members
  }

  async user(id: number): Promise<OldUser | undefined> {
    return await this.#optional(async () => {
      const { user } = await this.#call<{ user: OldUser }>('GET', `/users/${id}`, { client_gravatar: false })
      return user
    })
  }

  async channels(): Promise<OldChannel[]> {
    const params = { include_public: true, include_subscribed: true, exclude_archived: false }
    const all = await this.#optional(() =>
      this.#call<{ streams: OldChannel[] }>('GET', '/streams', { ...params, include_all: true }),
    )
    return (all ?? (await this.#call<{ streams: OldChannel[] }>('GET', '/streams', params))).streams
  }

  /** Undefined if the account may not see them. */
  async subscribers(channelId: number): Promise<number[] | undefined> {
    return await this.#optional(async () => {
      const path = `/streams/${channelId}/members`
      return (await this.#call<{ subscribers: number[] }>('GET', path, {})).subscribers
    })
  }

  async groups(): Promise<OldGroup[]> {
    const params = { include_deactivated_groups: true }
    return (await this.#call<{ user_groups: OldGroup[] }>('GET', '/user_groups', params)).user_groups
  }

  async emoji(): Promise<OldEmoji[]> {
    const { emoji } = await this.#call<{ emoji: Record<string, OldEmoji> }>('GET', '/realm/emoji', {})
    return Object.values(emoji)
  }

  /** The content of an uploaded file; undefined if the account may not fetch it. */
  async file(path: string): Promise<Readable | undefined> {
    const encoded = path.split('/').map(encodeURIComponent).join('/')
    const reply = await this.#optional(() =>
      this.#call<{ url: string }>('GET', `/user_uploads/${encoded}`, {}),
    )
    return reply === undefined ? undefined : await this.#open(reply.url)
  }

  /** A small public picture; undefined if it cannot be had. */
  async picture(path: string): Promise<Buffer | undefined> {
    const url = URL.parse(path, this.#options.url)
    if (url?.origin !== new URL(this.#options.url).origin) return undefined
    const { status, body, isCut } = await this.#send('GET', url.href, {}, requestTimeoutMs)
    return status === 200 && !isCut ? body : undefined
  }

  async #open(path: string): Promise<Readable | undefined> {
    const url = URL.parse(path, this.#options.url)
    if (url === null) return undefined
    const isOwn = url.origin === new URL(this.#options.url).origin
    const { status, body } = await openOutside(url.href, {
      headers: isOwn ? { authorization: this.#authorization } : {},
      timeoutMs: fileTimeoutMs,
      maxBytes: maxFileBytes,
      allowPrivate: true,
      signal: this.#options.signal,
    })
    if (status === 200) return body
    body.destroy()
    return undefined
  }

  /** Undefined if the old server refuses the request. */
  async #optional<T>(request: () => Promise<T>): Promise<T | undefined> {
    try {
      return await request()
    } catch (error) {
      if (error instanceof Refused) return undefined
      throw error
    }
  }

  async #call<T>(method: 'GET' | 'POST', path: string, params: Params): Promise<T> {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      const problem = await this.#attempt<T>(method, path, params)
      if ('reply' in problem) return problem.reply
      if (!this.#options.isPatient && problem.waitMs === undefined) throw new FollowError(problem.sentence)
      this.#options.onTrouble(problem.sentence)
      // Followers that lost the old server together must not return together.
      const waitMs = problem.waitMs ?? pauseMs * (0.75 + Math.random() / 2)
      await sleep(waitMs, undefined, { signal: this.#options.signal })
    }
  }

  /** The reply, or a problem that may pass. */
  async #attempt<T>(
    method: 'GET' | 'POST',
    path: string,
    params: Params,
  ): Promise<{ reply: T } | { sentence: string; waitMs?: number }> {
    const { url, email } = this.#options
    const timeoutMs = path === '/events' ? pollTimeoutMs : requestTimeoutMs
    let answer: OutsideAnswer
    try {
      answer = await this.#send(method, `${url}/api/v1${path}`, params, timeoutMs)
    } catch (error) {
      this.#options.signal.throwIfAborted()
      if (!(error instanceof OutsideError)) throw error
      if (error.failure === 'forbidden') throw new FollowError(`${url} is not the URL of a server.`)
      return { sentence: `${url} cannot be reached: ${error.message}` }
    }
    const { status } = answer
    if (status === 429) {
      const seconds = Number(answer.headers['retry-after'] ?? 1)
      return {
        sentence: `${url} limits the rate of requests.`,
        waitMs: 1_000 * Math.min(Math.max(Number.isFinite(seconds) ? seconds : 1, 0.1), 600),
      }
    }
    if (status >= 500 || answer.isCut) return { sentence: `${url} answered with status ${status}.` }
    const reply = parsed(answer.body)
    if (reply === undefined) {
      throw new FollowError(
        `${url} is not a server with Zulip's API: it answered with something else than JSON.`,
      )
    }
    if (status === 200 && reply.result === 'success') return { reply: reply as T }
    if (reply.code === 'BAD_EVENT_QUEUE_ID') throw new QueueGone()
    if (status === 401 || status === 403) {
      throw new FollowError(
        `${url} refuses the key of ${email}. Create a new key there and give it with --key, or check that the account is active.`,
      )
    }
    throw new Refused(`${url} refused ${method} ${path}: ${String(reply.msg)}`)
  }

  async #send(
    method: 'GET' | 'POST',
    url: string,
    params: Params,
    timeoutMs: number,
  ): Promise<OutsideAnswer> {
    const form = Object.entries(params)
      .map(([name, value]) => `${name}=${encoded(value)}`)
      .join('&')
    return await fetchOutside(method === 'GET' && form !== '' ? `${url}?${form}` : url, {
      method,
      headers: {
        authorization: this.#authorization,
        'user-agent': 'Loquat follower',
        ...(method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
      ...(method === 'POST' ? { body: form } : {}),
      timeoutMs,
      maxBytes: maxReplyBytes,
      allowPrivate: true,
      signal: this.#options.signal,
    })
  }
}

/** The old server understood the request, but does not allow it. */
class Refused extends FollowError {}

const messageForm = { apply_markdown: false, allow_empty_topic_name: true, client_gravatar: false }

const inactive = (users: readonly OldUser[]) => users.map((user) => ({ ...user, is_active: false }))

/** Commas stay as they are: lists of IDs would become three times as long. */
const encoded = (value: unknown) =>
  encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value)).replaceAll('%2C', ',')

function parsed(body: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString())
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
