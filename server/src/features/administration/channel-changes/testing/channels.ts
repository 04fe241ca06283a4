import type { QueueEvent } from '@loquat/contract'
import { createWorld, type Person } from '@loquat/devkit'

/** A public channel of carol's with dave and greta in it, and a private one with dave. */
export async function withChannels() {
  const world = await createWorld()
  const { carol, dave, greta } = world
  await carol.api.subscribe({
    subscriptions: [{ name: 'plaza', description: 'All of us' }],
    principals: [carol.id, dave.id, greta.id],
  })
  await carol.api.subscribe({
    subscriptions: [{ name: 'den' }],
    principals: [carol.id, dave.id],
    invite_only: true,
    history_public_to_subscribers: true,
  })
  // The first message of a channel changes it without an event.
  for (const to of ['plaza', 'den']) {
    await carol.api.sendMessage({ type: 'channel', to, topic: 'hello', content: 'first' })
  }
  const idOf = async (stream: string) => (await carol.api.getChannelId({ stream })).stream_id
  return Object.assign(world, { plaza: await idOf('plaza'), den: await idOf('den') })
}

export const channel = async (person: Person, stream_id: number) =>
  (await person.api.getChannel({ stream_id })).stream

export const updates = (events: QueueEvent[] | undefined) =>
  (events ?? []).flatMap((event) =>
    event.type === 'stream' && 'property' in event ? [[event.property, event.value]] : [],
  )
