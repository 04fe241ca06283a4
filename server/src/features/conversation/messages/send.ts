import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import { Slot } from '../../../platform/slots.ts'
import type { Realm } from '../../../realms/realm.ts'
import { activityEvent } from '../../places/channels/activity.ts'
import { type ComposedMessage, type ComposeOptions, compose } from './compose.ts'
import type { Draft } from './draft.ts'
import { isFirstGuestDirectMessage, storeFirstGuestDirectMessage } from './first-direct.ts'
import { topicPolicyUpdates } from './follow-topics.ts'
import { Outbox, storeWithin } from './outbox.ts'
import { type Destination, type MessageInput, resolveDestination } from './resolve-destination.ts'

export type SendRequest = MessageInput &
  ComposeOptions & {
    /** Whether the client has disconnected, so that the message may be dropped under overload. */
    isGone?: () => boolean
  }

export interface SendResult {
  id: number
  /** The sender's new policy for the topic: 2 unmuted, 3 followed. */
  automatic_new_visibility_policy?: 2 | 3
}

/** Sends a message, which is durable when this resolves. */
export async function sendMessage(
  app: App,
  realm: Realm,
  sender: User,
  request: SendRequest,
): Promise<SendResult> {
  const { destination, content } = await resolveDestination(app, realm, sender, request)
  const composed = await compose(app, realm, sender, destination, { ...request, content })
  return await store(app, realm, sender, destination, composed, request.isGone)
}

/** Stores a composed message, batched with others unless it is a first message to a guest. */
async function store(
  app: App,
  realm: Realm,
  sender: User,
  destination: Destination,
  composed: ComposedMessage,
  isGone: (() => boolean) | undefined,
): Promise<SendResult> {
  if (isFirstGuestDirectMessage(realm.directory, composed.draft)) {
    const id = await realm.transactExclusively(
      async (tx) => await storeFirstGuestDirectMessage(tx, realm, composed.draft),
    )
    app.metrics.messagesSent(1)
    return { id }
  }
  const draft = withTopicEffects(realm, sender, destination, composed)
  const stored = await outboxOf(app, realm).send(draft, isGone)
  if (stored === undefined) return { id: await storeUnbatched(app, realm, draft) }
  const { id, policy } = stored
  return { id, ...(policy === undefined ? {} : { automatic_new_visibility_policy: policy }) }
}

/** Stores a message whose files changed in the meantime, in its own transaction that updates its HTML. */
async function storeUnbatched(app: App, realm: Realm, draft: Draft): Promise<number> {
  const [id] = await realm.transact((tx) => storeWithin(tx, [draft]))
  app.metrics.messagesSent(1)
  return id!
}

/** Adds the effects on topic policies and channel activity. None in archived channels. */
export function withTopicEffects(
  realm: Realm,
  sender: User,
  { channel, topic }: Destination,
  { draft, mentioned }: ComposedMessage,
): Draft {
  if (channel === undefined || channel.isArchived) return draft
  return {
    ...draft,
    topicPolicyUpdates: topicPolicyUpdates(realm, { sender, channel, topic, mentioned }),
    activation: channel.isRecentlyActive ? null : activityEvent(realm.directory, channel, true),
  }
}

const outboxSlot = new Slot<Realm, Outbox>()

const outboxOf = (app: App, realm: Realm): Outbox =>
  realm.slots.get(outboxSlot) ?? realm.slots.set(outboxSlot, new Outbox(app, realm))
