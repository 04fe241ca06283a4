import { createWorld, type Person, type World } from '@loquat/devkit'

/** For tests only: an organization with the private channel `court` for moderation requests, with Alice and Mona in it. */
export async function createModeratedWorld(): Promise<World & { court: number; general: number }> {
  const world = await createWorld()
  const { alice, mona, dave, greta } = world
  await alice.api.subscribe({
    subscriptions: [{ name: 'court' }],
    principals: [alice.id, mona.id, dave.id],
    invite_only: true,
  })
  await alice.api.subscribe({ subscriptions: [{ name: 'general' }], principals: [mona.id, greta.id] })
  const { stream_id: court } = await alice.api.getChannelId({ stream: 'court' })
  const { stream_id: general } = await alice.api.getChannelId({ stream: 'general' })
  await alice.api.updateRealm({ moderation_request_channel_id: court })
  return { ...world, court, general }
}

export const rawContent = async ({ api }: Person, message_id: number) =>
  (await api.getMessage({ message_id, apply_markdown: false })).raw_content

/** The newest message of the moderation channel. */
export async function newestReport({ api }: Person) {
  const { messages } = await api.getMessages({
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    narrow: [{ operator: 'channel', operand: 'court' }],
    apply_markdown: false,
  })
  const message = messages.at(-1)
  if (message === undefined) throw new Error('There is no report.')
  const components = message.submessages.map((one) => JSON.parse(one.content))
  const ids = (components.at(-1)?.components ?? []).map((one: { id: string }) => one.id) as string[]
  return { ...message, buttons: ids }
}
