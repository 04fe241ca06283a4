import { apiError, type PropertyChange, WireError } from '@loquat/contract'
import type { Channel, Directory, User } from '../../../directory/directory.ts'
import { canReadChannel } from '../../../directory/permissions.ts'
import type { PersonalChannelSettings } from '../../../directory/personal-part.ts'
import { lockLog } from '../../../events/store.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Realm } from '../../../realms/realm.ts'
import { forClientsOf } from './audiences.ts'
import { lockSubscribed, setPersonal } from './store.ts'

/**
 * Changes personal properties of subscriptions in order. Entries before a refused one remain applied.
 * Archived channels are allowed. The number of statements does not depend on the number of entries.
 */
export async function changeProperties(
  realm: Realm,
  user: User,
  changes: readonly PropertyChange[],
): Promise<void> {
  const entries: PropertyEntry[] = []
  let refusal: WireError | undefined
  for (const change of changes) {
    try {
      const channel = await realm.decideFresh(() =>
        subscribedChannel(realm.directory, user, change.stream_id),
      )
      entries.push({ channel, change })
    } catch (error) {
      if (!(error instanceof WireError)) throw error
      refusal = error
      break
    }
  }
  if (entries.length > 0 && !(await apply(realm, user, entries))) refusal = notSubscribed()
  if (refusal !== undefined) throw refusal
}

interface PropertyEntry {
  channel: Channel
  change: PropertyChange
}

const notSubscribed = () => apiError('subscription-missing')

function subscribedChannel(directory: Directory, user: User, id: number): Channel {
  const channel = directory.channels.get(id)
  if (channel === undefined || !canReadChannel(directory, user, channel)) throw apiError('channel-not-found')
  if (!channel.subscribers.has(user.id)) throw notSubscribed()
  return channel
}

/** Applies entries up to the first whose channel the user has left in the meantime. Returns whether all were applied. */
async function apply(realm: Realm, user: User, entries: readonly PropertyEntry[]): Promise<boolean> {
  return await realm.transact(async (tx) => {
    // Lock the log before the rows, as subscribing and unsubscribing do, to avoid deadlocks.
    await lockLog(tx.db, realm.id)
    const ids = [...new Set(entries.map(({ channel }) => channel.id))]
    const subscribed = await lockSubscribed(tx, user.id, ids)
    const end = entries.findIndex(({ channel }) => !subscribed.has(channel.id))
    const applied = end < 0 ? entries : entries.slice(0, end)
    if (applied.length === 0) return false
    const stored = new Map<number, Partial<PersonalChannelSettings>>()
    for (const { channel, change } of applied) {
      publishChange(tx, user, channel, change)
      stored.set(channel.id, { ...stored.get(channel.id), ...columnOf(change) })
    }
    await setPersonal(tx, user.id, stored)
    return end < 0
  })
}

/** Whether a change mutes the channel, under either name of the property; undefined for other properties. */
function parseMuted({ property, value }: PropertyChange): boolean | undefined {
  if (property === 'is_muted') return value
  return property === 'in_home_view' ? !value : undefined
}

function columnOf(change: PropertyChange): Partial<PersonalChannelSettings> {
  const muted = parseMuted(change)
  return muted === undefined ? { [change.property]: change.value } : { is_muted: muted }
}

type PublishedProperty = Pick<PropertyChange, 'property' | 'value'>

function publishChange(tx: Tx, user: User, channel: Channel, change: PropertyChange): void {
  const muted = parseMuted(change)
  const published: PublishedProperty[] =
    muted === undefined
      ? [change]
      : [
          { property: 'in_home_view', value: !muted },
          { property: 'is_muted', value: muted },
        ]
  for (const { property, value } of published) {
    const touches =
      property === 'is_muted' ? { subscriptions: { channels: [channel.id], users: [user.id] } } : null
    tx.publish(
      { type: 'subscription', op: 'update', stream_id: channel.id, property, value },
      forClientsOf(channel, { users: [user.id] }),
      touches,
    )
  }
}
