import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import type { Realm } from '../../../realms/realm.ts'
import { activityEvent } from '../../places/channels/activity.ts'
import { type Composed, type Composition, compose } from './compose.ts'
import type { Draft } from './draft.ts'
import { isFirstGuestDirectMessage, storeFirstGuestDirectMessage } from './first-direct.ts'
import { topicWishes } from './follow-topics.ts'
import { Outbox, storeWithin } from './outbox.ts'
import { findPlace, type Place, type Wanted } from './resolve-destination.ts'

export type SendRequest = Wanted &
  Composition & {
    /** The client has disconnected: under overload its message need not be stored. */
    isGone?: () => boolean
  }

export interface Sent {
  id: number
  /** What the topic became for the sender: 2 unmuted, 3 followed. */
  automatic_new_visibility_policy?: 2 | 3
}

/** Sends a message; it is durable when this resolves. */
export async function sendMessage(app: App, realm: Realm, sender: User, request: SendRequest): Promise<Sent> {
  const { place, content } = await findPlace(app, realm, sender, request)
  const composed = await compose(app, realm, sender, place, { ...request, content })
  return await post(app, realm, sender, place, composed, request.isGone)
}

/** Stores a composed message. All but the first between some people share a statement with others. */
async function post(
  app: App,
  realm: Realm,
  sender: User,
  place: Place,
  composed: Composed,
  isGone: (() => boolean) | undefined,
): Promise<Sent> {
  if (isFirstGuestDirectMessage(realm.directory, composed.draft)) {
    const id = await realm.transactExclusively(
      async (tx) => await storeFirstGuestDirectMessage(tx, realm, composed.draft),
    )
    app.metrics.messagesSent(1)
    return { id }
  }
  const draft = withTopicEffects(realm, sender, place, composed)
  const stored = await outboxOf(app, realm).send(draft, isGone)
  if (stored === undefined) return { id: await storeAlone(app, realm, draft) }
  const { id, policy } = stored
  return { id, ...(policy === undefined ? {} : { automatic_new_visibility_policy: policy }) }
}

/** A message whose files changed while it was on its way: in a transaction of its own its text can follow them. */
async function storeAlone(app: App, realm: Realm, draft: Draft): Promise<number> {
  const [id] = await realm.transact((tx) => storeWithin(tx, [draft]))
  app.metrics.messagesSent(1)
  return id!
}

/** The message with what it does to its topic and channel. In archived channels nobody follows or revives anything. */
export function withTopicEffects(
  realm: Realm,
  sender: User,
  { channel, topic }: Place,
  { draft, mentioned }: Composed,
): Draft {
  if (channel === undefined || channel.isArchived) return draft
  return {
    ...draft,
    topicWishes: topicWishes(realm, { sender, channel, topic, mentioned }),
    revival: channel.isRecentlyActive ? null : activityEvent(realm.directory, channel, true),
  }
}

const outboxes = new WeakMap<Realm, Outbox>()

function outboxOf(app: App, realm: Realm): Outbox {
  const existing = outboxes.get(realm)
  if (existing !== undefined) return existing
  const outbox = new Outbox(app, realm)
  outboxes.set(realm, outbox)
  return outbox
}
