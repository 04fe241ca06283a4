import { createWorld, sendChannelMessage } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { channelsIn, shownIn, usersIn } from '../features/imports/follow/testing/live-export.ts'
import { follow, preview } from './testing/preview.ts'
import { oldServerProxy } from './testing/proxy.ts'

describe('An event of the old server that is delivered twice', () => {
  it('changes nothing the second time', async () => {
    const world = await createWorld()
    const { alice, carol, dave } = world
    const changed = await sendChannelMessage(alice, 'general', 'plums', 'to be changed')
    const deleted = await sendChannelMessage(alice, 'general', 'plums', 'to be deleted')
    await alice.api.updateMessageFlags({ messages: [deleted], op: 'add', flag: 'starred' })
    const proxy = await oldServerProxy(world.url)
    const trial = await preview(world, proxy.url)
    const removed = { message_id: changed, emoji_name: 'heart' }
    await dave.api.addReaction(removed)
    await follow(world)

    await alice.api.updateMessage({ message_id: changed, content: 'changed' })
    await carol.api.addReaction({ message_id: changed, emoji_name: 'tada' })
    await dave.api.removeReaction(removed)
    await alice.api.updateMessageFlags({ messages: [changed], op: 'add', flag: 'starred' })
    await alice.api.deleteMessage({ message_id: deleted })
    await sendChannelMessage(carol, 'general', 'pears', 'new')
    await alice.api.subscribe({ subscriptions: [{ name: 'harvest' }], announce: false })
    await alice.api.updateUser({ user_id: dave.id, full_name: 'David Member' })
    proxy.repeatsEvents = true
    const followed = { messages: 1, edits: 1, reactions: 2, deletions: 1, users: 1, channels: 1, flags: 1 }
    expect(await follow(world)).toMatchObject({ exitCode: 0, gaps: 0, followed })
    expect(proxy.repeated).toBeGreaterThan(0)
    expect(await shownIn(trial)).toEqual(await shownIn(alice.api))
    expect(await channelsIn(trial)).toEqual(await channelsIn(alice.api))
    expect(await usersIn(trial)).toEqual(await usersIn(alice.api))

    // Once without the flag, which has gone meanwhile.
    await alice.api.updateMessageFlags({ messages: [changed], op: 'remove', flag: 'starred' })
    const { followed: second } = (await follow(world)) as { followed?: Record<string, number> }
    expect(second).toEqual({ ...noChanges(second), flags: 1 })
  })
})

const noChanges = (counts: Record<string, number> = {}) =>
  Object.fromEntries(Object.keys(counts).map((kind) => [kind, 0]))
