import { createWorld, type Person, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { addAccounts } from '../typing/testing/fixtures.ts'
import { toChannel } from './testing/fixtures.ts'

const send = async ({ api }: Person, content: string) => (await api.sendMessage({ ...toChannel, content })).id
const flagsOf = async ({ api }: Person, id: number) =>
  (await api.getMessages({ message_ids: [id] })).messages[0]?.flags
const mentioned = ['topic_wildcard_mentioned', 'wildcard_mentioned']

describe('A mention of everyone who is here', () => {
  it('reaches subscribers who were active in the last four minutes, also when it is added by an edit', async () => {
    const { alice, bob, carol, dave, clock } = await createWorld()
    await alice.api.updatePresence({ status: 'active' })
    clock.advance(200)
    await dave.api.updatePresence({ status: 'active' })
    await bob.api.updatePresence({ status: 'idle' })
    clock.advance(200)
    const id = await send(carol, '@**here** lunch?')
    const rendered = (await dave.api.getMessages({ message_ids: [id] })).messages[0]?.content
    expect(rendered).toBe('<p><span class="topic-mention">@here</span> lunch?</p>')
    expect(await flagsOf(dave, id)).toEqual(mentioned)
    for (const person of [alice, bob]) expect(await flagsOf(person, id)).toEqual([])
    expect((await dave.api.register()).unread_msgs?.mentions).toEqual([id])

    const message_id = await send(carol, 'plain, @_**here**')
    expect(await flagsOf(dave, message_id)).toEqual([])
    await carol.api.updateMessage({ message_id, content: '@**here**' })
    expect(await flagsOf(dave, message_id)).toEqual(mentioned)
    expect(await flagsOf(alice, message_id)).toEqual([])

    // Presence matters only at the time of the message.
    await alice.api.updatePresence({ status: 'active' })
    expect(await flagsOf(alice, id)).toEqual([])

    // People who do not show their presence are not here, and nobody outside the channel is.
    await dave.api.updateSettings({ presence_enabled: false })
    await alice.api.unsubscribe({ subscriptions: ['general'] })
    const later = await send(carol, '@**here**')
    expect(await flagsOf(dave, later)).toEqual([])
    const direct = await carol.api.sendMessage({ type: 'direct', to: [dave.id], content: '@**here**' })
    expect(await flagsOf(dave, direct.id)).toEqual([])
  })

  it('needs permission for more than 15 people', async () => {
    const world = await createWorld()
    const { alice, carol } = world
    const crowd = await addAccounts(world, 16)
    const principals = crowd.map(({ id }) => id)
    await alice.api.subscribe({ subscriptions: [{ name: 'general' }], principals })
    const here = async (people: readonly Person[]) => {
      for (const { api } of people) await api.updatePresence({ status: 'active' })
    }
    await here(crowd.slice(0, 15))
    const id = await send(carol, '@**here** exactly fifteen')
    await here(crowd.slice(15))
    const denied = withReason('here-mention-denied')
    await expect(send(carol, '@**here**')).rejects.toMatchObject(denied)
    await expect(carol.api.updateMessage({ message_id: id, content: '@**here**!' })).rejects.toMatchObject(
      denied,
    )
    await send(alice, '@**here**')
    // A user of this name is meant instead.
    await alice.api.updateUser({ user_id: crowd[0]!.id, full_name: 'here' })
    const named = await send(carol, '@**here**')
    expect(await flagsOf(crowd[0]!, named)).toEqual(['mentioned'])
    expect(await flagsOf(crowd[1]!, named)).toEqual([])
  })
})
