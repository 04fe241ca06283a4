import type { App } from '../../app.ts'
import type { User } from '../../directory/directory.ts'
import { lockLog } from '../../events/store.ts'
import type { Realm } from '../../realms/realm.ts'
import { reviveChannel } from '../channels/activity.ts'
import { type Composed, type Composition, compose } from './compose.ts'
import { isMeeting, storeMeeting } from './first-direct.ts'
import { changeTopics, mayChangeTopics, type Occasion } from './follow-topics.ts'
import { Outbox, storeWithin } from './outbox.ts'
import { findPlace, type Place, type Wanted } from './place.ts'

export type SendRequest = Wanted & Composition

export interface Sent {
  id: number
  /** What the topic became for the sender: 2 unmuted, 3 followed. */
  automatic_new_visibility_policy?: 2 | 3
}

/** Sends a message; it is durable when this resolves. */
export async function sendMessage(app: App, realm: Realm, sender: User, request: SendRequest): Promise<Sent> {
  const { place, content } = await findPlace(app, realm, sender, request)
  const composed = await compose(app, realm, sender, place, { ...request, content })
  return await post(app, realm, sender, place, composed)
}

/** Stores a composed message. Most share a transaction with others; one that changes more has its own. */
export async function post(
  app: App,
  realm: Realm,
  sender: User,
  place: Place,
  { draft, mentioned }: Composed,
): Promise<Sent> {
  const { channel, topic } = place
  if (isMeeting(realm.directory, draft)) {
    const id = await realm.exclusively(async (tx) => await storeMeeting(tx, realm, draft))
    app.metrics.messagesSent(1)
    return { id }
  }
  const occasion: Occasion | undefined = channel && { sender, channel, topic, mentioned }
  const changesMore =
    occasion !== undefined && (!occasion.channel.isRecentlyActive || mayChangeTopics(realm, occasion))
  const { attachments, previewLinks, triggers } = draft
  if (!changesMore && attachments.length + previewLinks.length + triggers.length === 0) {
    return { id: await outboxOf(app, realm).send(draft) }
  }
  const sent = await realm.transact(async (tx) => {
    // Whether the topic has messages must not change until this one is in it.
    await lockLog(tx.db, realm.id)
    if (occasion !== undefined) await reviveChannel(tx, realm.directory, occasion.channel)
    const policy = occasion && (await changeTopics(tx, realm, occasion, draft.sentAt))
    const [stored] = await storeWithin(tx, [draft])
    return { id: stored!.id, ...(policy === undefined ? {} : { automatic_new_visibility_policy: policy }) }
  })
  app.metrics.messagesSent(1)
  return sent
}

const outboxes = new WeakMap<Realm, Outbox>()

function outboxOf(app: App, realm: Realm): Outbox {
  const existing = outboxes.get(realm)
  if (existing !== undefined) return existing
  const outbox = new Outbox(app, realm)
  outboxes.set(realm, outbox)
  return outbox
}
