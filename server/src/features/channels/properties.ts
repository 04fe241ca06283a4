import { type PropertyChange, refuse } from '@loquat/contract'
import type { Channel, Directory, User } from '../../directory/directory.ts'
import { mayRead } from '../../directory/permissions.ts'
import type { Realm } from '../../realms/realm.ts'
import { forClientsOf } from './audiences.ts'
import { noSuchChannel } from './rules.ts'
import { setPersonal } from './store.ts'

/**
 * Changes what is personal about subscriptions, one entry after the other: those before a refused one stay.
 * Archived channels are no exception.
 */
export async function changeProperties(
  realm: Realm,
  user: User,
  changes: readonly PropertyChange[],
): Promise<void> {
  for (const change of changes) {
    const channel = await realm.decide(() => subscribedChannel(realm.directory, user, change.stream_id))
    await changeProperty(realm, user, channel, change)
  }
}

const notSubscribed = () => refuse('BadRequest', 'You are not subscribed to this channel.')

function subscribedChannel(directory: Directory, user: User, id: number): Channel {
  const channel = directory.channels.get(id)
  if (channel === undefined || !mayRead(directory, user, channel)) throw noSuchChannel()
  if (!channel.subscribers.has(user.id)) throw notSubscribed()
  return channel
}

type Announced = Pick<PropertyChange, 'property' | 'value'>

async function changeProperty(
  realm: Realm,
  user: User,
  channel: Channel,
  { property, value }: PropertyChange,
): Promise<void> {
  const mutes = property === 'is_muted' ? value : property === 'in_home_view' ? !value : undefined
  const announced: Announced[] =
    mutes === undefined
      ? [{ property, value } as Announced]
      : [
          { property: 'in_home_view', value: !mutes },
          { property: 'is_muted', value: mutes },
        ]
  await realm.transact(async (tx) => {
    for (const { property, value } of announced) {
      const touches =
        property === 'is_muted' ? { subscriptions: { channels: [channel.id], users: [user.id] } } : null
      tx.publish(
        { type: 'subscription', op: 'update', stream_id: channel.id, property, value },
        forClientsOf(channel, { users: [user.id] }),
        touches,
      )
    }
    // The log is locked before the row, as by those who subscribe and unsubscribe: no two wait for each other.
    await tx.flush()
    const stored = mutes === undefined ? { [property]: value } : { is_muted: mutes }
    if (!(await setPersonal(tx, user.id, channel.id, stored))) throw notSubscribed()
  })
}
