import { api } from '../session/api.ts'
import { attempt, type Problem } from '../session/attempt.ts'
import { showErrorToast } from '../shell/toasts.ts'
import { channelById } from './channels.ts'

/** Channel sets: channels that new people join together. The protocol calls them default channel groups. Events keep them current. */

const namesOf = (ids: readonly number[]) => ids.flatMap((id) => channelById(id)?.name ?? [])

export async function subscribeToAll(channelIds: readonly number[]): Promise<void> {
  try {
    // A channel that the reader may not join does not fail the others.
    await api.subscribe({
      subscriptions: namesOf(channelIds).map((name) => ({ name })),
      authorization_errors_fatal: false,
    })
  } catch (error) {
    showErrorToast(error)
  }
}

export interface ChannelSet {
  name: string
  description: string
  channelIds: readonly number[]
}

export const addChannelSet = ({ name, description, channelIds }: ChannelSet) =>
  attempt(() =>
    api.createDefaultChannelGroup({
      group_name: name,
      description,
      stream_names: namesOf(channelIds),
    }),
  )

export const removeChannelSet = (id: number) => attempt(() => api.deleteDefaultChannelGroup({ group_id: id }))

/** Sends only changed fields: the server rejects an unchanged name. */
export async function editChannelSet(
  id: number,
  before: ChannelSet,
  after: ChannelSet,
): Promise<Problem | undefined> {
  const added = after.channelIds.filter((one) => !before.channelIds.includes(one))
  const removed = before.channelIds.filter((one) => !after.channelIds.includes(one))
  return await attempt(async () => {
    if (after.name !== before.name || after.description !== before.description) {
      await api.updateDefaultChannelGroup({
        group_id: id,
        ...(after.name === before.name ? {} : { new_group_name: after.name }),
        ...(after.description === before.description ? {} : { new_description: after.description }),
      })
    }
    for (const [op, ids] of [['add', added] as const, ['remove', removed] as const]) {
      if (ids.length === 0) continue
      await api.changeDefaultChannelGroup({ group_id: id, op, stream_names: namesOf(ids) })
    }
  })
}
