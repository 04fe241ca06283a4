import { createWorld, eventually, sendChannelMessage, type World, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { uploaded } from '../features/conversation/uploads/testing/fixtures.ts'

import { channelsIn, liveExport, shownIn, usersIn } from '../features/imports/follow/testing/live-export.ts'
import { samplePng } from '../features/imports/zulip/testing/sample.ts'
import { dumpOf } from '../sealing/testing/fixtures.ts'
import { runAdmin } from './main.ts'
import { admin, adminConfig, archiveFile, download, imported, statusAt } from './testing/import-world.ts'
import { follow, preview } from './testing/preview.ts'
import { oldServerProxy } from './testing/proxy.ts'

const subscribe = (world: World, name: string, more = {}) =>
  world.alice.api.subscribe({ subscriptions: [{ name }], ...more })

/** IDs and the paths of files differ. */
const withoutIds = (list: Awaited<ReturnType<typeof shownIn>>) =>
  list.map((one) => ({
    ...one,
    content: one.content
      .replace(/@\d+\*\*/, '@ID**')
      .replace(/\|\d+/, '')
      .replace(/\/user_uploads\/[^)]*/, '/file'),
  }))

describe('A preview', () => {
  it('shows the same as the server that it follows', async () => {
    const world = await createWorld()
    const { alice, bob, carol, dave } = world
    await subscribe(world, 'den', { invite_only: true, principals: [alice.id, bob.id] })
    const first = await sendChannelMessage(alice, 'general', 'plums', 'before the export')
    const moved = await sendChannelMessage(carol, 'general', 'plums', 'to be moved')
    await carol.api.sendMessage({ type: 'direct', to: [alice.id], content: 'a secret' })
    const trial = await preview(world)
    expect(await shownIn(trial)).toEqual(await shownIn(alice.api))

    const later = await sendChannelMessage(
      carol,
      'general',
      'pears',
      `see #**general>plums@${first}** @**Dave Member** :tada:`,
    )
    await sendChannelMessage(dave, 'general', 'plums', 'to be deleted').then((id) =>
      alice.api.deleteMessage({ message_id: id }),
    )
    await alice.api.updateMessage({ message_id: first, content: 'edited after the export' })
    await alice.api.updateMessage({ message_id: moved, topic: 'cherries', propagate_mode: 'change_one' })
    await bob.api.addReaction({ message_id: first, emoji_name: 'tada' })
    await dave.api.addReaction({ message_id: later, emoji_name: 'heart' })
    const png = new File([new Uint8Array(samplePng)], 'plum.png')
    await alice.api.addCustomEmoji({ emoji_name: 'plum' }, { files: [png] })
    await carol.api.addReaction({ message_id: later, emoji_name: 'plum' })
    await subscribe(world, 'harvest', { principals: [carol.id, dave.id] })
    await sendChannelMessage(carol, 'harvest', 'new', 'in a new channel')
    const { stream_id } = await alice.api.getChannelId({ stream: 'harvest' })
    await alice.api.updateChannel({ stream_id, new_name: 'crop', description: 'All of it' })
    await dave.api.unsubscribe({ subscriptions: ['crop'] })
    const { user_id } = await alice.api.createUser({
      email: 'nina@example.com',
      full_name: 'Nina New',
      password: 'loquats ripen in spring',
    })
    await world
      .person(user_id)
      .api.sendMessage({ type: 'channel', to: 'general', topic: 'hello', content: 'I am new' })
    await alice.api.updateUser({ user_id: dave.id, full_name: 'David Member', role: 300 })
    await alice.api.deactivateUser({ user_id: bob.id })
    const { url } = await uploaded(carol)
    await sendChannelMessage(carol, 'general', 'files', `[list](${url})`)
    await carol.api.sendMessage({ type: 'direct', to: [alice.id], content: 'another secret' })
    await alice.api.createUserGroup({ name: 'pickers', description: '', members: [carol.id] })

    expect(await follow(world)).toMatchObject({ exitCode: 0, gaps: 0, not_followed: [] })
    const [theirs, ours] = [await shownIn(alice.api), await shownIn(trial)]
    expect(withoutIds(ours)).toEqual(withoutIds(theirs))
    expect(await channelsIn(trial)).toEqual(await channelsIn(alice.api))
    expect(await usersIn(trial)).toEqual(await usersIn(alice.api))
    const link = ours.find(({ topic }) => topic === 'files')?.content.match(/\((.*)\)/)?.[1] ?? ''
    expect(await download(world, 'trial', alice.email, link)).toBe(
      await (await world.raw(url, { as: carol })).text(),
    )
    const { user_groups } = await trial.getUserGroups({})
    expect(user_groups.filter(({ name }) => name === 'pickers')).toMatchObject([
      { members: [expect.any(Number)] },
    ])

    // Everything once more changes nothing.
    expect(await follow(world)).toMatchObject({
      exitCode: 0,
      followed: {
        messages: 0,
        edits: 0,
        reactions: 0,
        deletions: 0,
        users: 0,
        channels: 0,
        subscriptions: 0,
      },
    })
  })

  it('cannot be changed by its users until it ends', async () => {
    const world = await createWorld()
    const id = await sendChannelMessage(world.alice)
    const trial = await preview(world)
    const refusal = withReason('organization-is-preview', { url: world.url })
    const { messages } = await trial.getMessages({ anchor: 'newest', num_before: 1, num_after: 0 })
    const message_id = messages[0]!.id
    expect(message_id).not.toBe(id)
    const send = () => trial.sendMessage({ type: 'channel', to: 'general', topic: 'plums', content: 'here' })
    await expect(send()).rejects.toMatchObject(refusal)
    await expect(trial.addReaction({ message_id, emoji_name: 'tada' })).rejects.toMatchObject(refusal)
    await expect(trial.updateMessage({ message_id, content: 'x' })).rejects.toMatchObject(refusal)
    await expect(trial.deleteMessage({ message_id })).rejects.toMatchObject(refusal)
    await expect(trial.subscribe({ subscriptions: [{ name: 'new' }] })).rejects.toMatchObject(refusal)
    await expect(trial.updateRealm({ name: 'Other' })).rejects.toMatchObject(refusal)

    await trial.updateMessageFlags({ messages: [message_id], op: 'add', flag: 'starred' })
    await trial.updateSettings({ twenty_four_hour_time: true })
    await trial.register({})

    await sendChannelMessage(world.carol, 'general', 'plums', 'the last one')
    expect(await admin(world, 'follow', 'end', '--organization', 'trial')).toMatchObject({
      exitCode: 0,
      ended: true,
      followed: { messages: 1 },
    })
    await send()
    expect((await shownIn(trial)).map(({ content }) => content)).toEqual(['hi', 'the last one', 'here'])
    expect(await follow(world)).toMatchObject({ exitCode: 1, error: 'This organization is not a preview.' })
  })

  it('catches up and compares older messages when its queue has expired', async () => {
    const world = await createWorld()
    const { alice, carol } = world
    const edited = await sendChannelMessage(alice, 'general', 'plums', 'one')
    const deleted = await sendChannelMessage(alice, 'general', 'plums', 'two')
    const moved = await sendChannelMessage(alice, 'general', 'plums', 'three')
    const trial = await preview(world)
    await deleteQueues(world)
    await alice.api.updateMessage({ message_id: edited, content: 'one, edited' })
    await alice.api.updateMessage({ message_id: moved, topic: 'pears' })
    await carol.api.addReaction({ message_id: edited, emoji_name: 'tada' })
    await alice.api.deleteMessage({ message_id: deleted })
    await sendChannelMessage(carol, 'general', 'plums', 'four')
    await subscribe(world, 'later')

    expect(await follow(world)).toMatchObject({
      exitCode: 0,
      gaps: 1,
      followed: { messages: 2, deletions: 1 },
    })
    expect(withoutIds(await shownIn(trial))).toEqual(withoutIds(await shownIn(alice.api)))
    expect(await channelsIn(trial)).toEqual(await channelsIn(alice.api))
  })

  it('is followed live, through an interruption of the other server, and stops on request', async () => {
    const world = await createWorld()
    const proxy = await oldServerProxy(world.url)
    const trial = await preview(world, proxy.url)
    const stopped = new AbortController()
    const shown: string[] = []
    const running = runAdmin(['follow', '--organization', 'trial', '--json'], adminConfig(world), {
      signal: () => stopped.signal,
      progress: { show: (text) => shown.push(text), print: () => {}, end: () => {} },
    })
    const contents = async () => (await shownIn(trial)).map(({ content }) => content)
    await sendChannelMessage(world.carol, 'general', 'plums', 'live')
    await eventually(async () => expect(await contents()).toEqual(['live']))
    expect(await follow(world)).toMatchObject({
      exitCode: 1,
      error: 'Another process follows the old server for this organization.',
    })

    proxy.isBroken = true
    proxy.cut()
    await eventually(() => expect(shown.join()).toContain('answered with status 502'))
    await sendChannelMessage(world.carol, 'general', 'plums', 'meanwhile')
    proxy.isBroken = false
    await eventually(async () => expect(await contents()).toEqual(['live', 'meanwhile']))

    stopped.abort()
    const { exitCode, text } = await running
    expect({ exitCode, ...JSON.parse(text) }).toMatchObject({ exitCode: 0, followed: { messages: 2 } })
    // The next run continues with the same queue.
    await sendChannelMessage(world.carol, 'general', 'plums', 'later')
    expect(await follow(world)).toMatchObject({ exitCode: 0, gaps: 0, followed: { messages: 1 } })
    expect(await contents()).toEqual(['live', 'meanwhile', 'later'])
  })

  it('reports changes that come only with the last export', async () => {
    const world = await createWorld()
    await preview(world)
    await world.alice.api.updateRealm({ description: 'Trees' })
    expect(await follow(world)).toMatchObject({
      not_followed: [{ what: 'organization settings', why: 'comes with the last export', count: 1 }],
    })
  })

  it('can end when the other server is gone', async () => {
    const world = await createWorld()
    const trial = await preview(world)
    await world.alice.api.regenerateApiKey()
    const end = (...more: string[]) => admin(world, 'follow', 'end', '--organization', 'trial', ...more)
    expect(await end()).toMatchObject({ exitCode: 1 })
    expect(await end('--now')).toMatchObject({ exitCode: 0, ended: true })
    await trial.sendMessage({ type: 'channel', to: 'general', topic: 'plums', content: 'here' })
  })
})

describe('The key of the other server', () => {
  it('is needed, and checked before anything is imported', async () => {
    const world = await createWorld()
    const path = await archiveFile(await liveExport(world.alice.api, 'trial'), 'export.tar.gz')
    const run = (...more: string[]) =>
      admin(world, 'import', 'zulip', path, '--follow', world.url, '--email', world.alice.email, ...more)
    expect(await run()).toEqual({
      exitCode: 1,
      error: 'The API key is needed: --key KEY, --key-file FILE or LOQUAT_FOLLOW_KEY.',
    })
    expect(await run('--key', 'wrong')).toEqual({
      exitCode: 1,
      error: expect.stringMatching(/^\S+ refuses the key of alice@example.com\. /),
    })
    expect(await run('--key', 'x', '--key-file', path)).toMatchObject({ exitCode: 1 })
    expect(await statusAt(world, 'trial')).toBe(404)
  })

  it('is stored sealed, can be replaced, and ends the follower in one sentence when it is revoked', async () => {
    const world = await createWorld()
    await preview(world)
    expect(await dumpOf(world)).not.toContain(world.alice.apiKey)
    const { api_key } = await world.alice.api.regenerateApiKey()
    const refused = await follow(world)
    expect(refused).toMatchObject({
      exitCode: 1,
      error: expect.stringMatching(/^\S+ refuses the key of alice@example.com\. [^\n]*$/),
    })
    expect(JSON.stringify(refused)).not.toContain(world.alice.apiKey)

    const file = await archiveFile(Buffer.from(`${api_key}\n`), 'key')
    expect(await follow(world, '--email', world.alice.email, '--key-file', file)).toMatchObject({
      exitCode: 0,
    })
    expect(await follow(world)).toMatchObject({ exitCode: 0 })
  })

  it('of a second account lets the preview follow the direct messages of that account', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    await preview(world)
    expect(await follow(world, '--email', carol.email, '--key', carol.apiKey)).toMatchObject({ exitCode: 0 })
    await carol.api.sendMessage({ type: 'direct', to: [dave.id], content: 'between us' })
    await sendChannelMessage(carol, 'general', 'plums', 'for all')
    expect(await follow(world)).toMatchObject({ exitCode: 0, followed: { messages: 2 } })
    const trial = await imported(world, 'trial', carol.email)
    expect(await shownIn(trial)).toEqual(await shownIn(carol.api))
  })
})

/** Ends the queues of the follower on the old server. */
async function deleteQueues(world: World): Promise<void> {
  const rows = await world.app.database.db.selectFrom('followed_account').select('queue_id').execute()
  for (const { queue_id } of rows) await world.alice.api.deleteQueue({ queue_id: queue_id ?? '' })
}
