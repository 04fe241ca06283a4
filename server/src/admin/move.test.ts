import type { Api } from '@loquat/client'
import { createWorld, sendChannelMessage, type World } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { movePreview } from '../features/imports/follow/move/move.ts'
import { liveExport, shownIn } from '../features/imports/follow/testing/live-export.ts'
import { runAdmin } from './main.ts'
import { admin, adminConfig, archiveFile, fetchAt, imported, statusAt } from './testing/import-world.ts'
import { follow, preview } from './testing/preview.ts'

/** Imports the last export beside the preview. Carol has read nothing on the old server. */
async function importLast(world: World) {
  const bytes = await liveExport(world.alice.api, 'final', { unreadBy: [world.carol.id] })
  const path = await archiveFile(bytes, 'last.tar.gz')
  expect(await admin(world, 'import', 'zulip', path)).toMatchObject({ exitCode: 0 })
}

const move = (world: World, ...more: string[]) =>
  admin(world, 'follow', 'move', '--organization', 'trial', '--to', 'final', ...more)

const noDifferences = {
  missing: 0,
  sender: 0,
  channel: 0,
  topic: 0,
  text: 0,
  reactions: 0,
  'message count': 0,
}

const messagesOf = async (api: Api) =>
  (await api.getMessages({ anchor: 'oldest', num_before: 0, num_after: 100, apply_markdown: false })).messages

describe('Moving from a preview to the last export', () => {
  it('keeps what people did in the preview, at the same address', async () => {
    const world = await createWorld()
    const { alice, bob, carol } = world
    await sendChannelMessage(alice, 'general', 'plums', 'before the export')
    await alice.api.sendMessage({ type: 'direct', to: [carol.id], content: 'a secret' })
    await preview(world)
    const second = await sendChannelMessage(bob, 'general', 'plums', `@**Carol Member** see :tada:`)
    await sendChannelMessage(bob, 'general', 'pears', `after #**general>plums@${second}**`)
    await carol.api.addReaction({ message_id: second, emoji_name: 'tada' })
    await follow(world)

    const theirs = await imported(world, 'trial', carol.email)
    await theirs.updateSettings({ twenty_four_hour_time: true })
    await theirs.addAlertWords({ alert_words: ['harvest'] })
    const { stream_id } = await theirs.getChannelId({ stream: 'general' })
    await theirs.updateUserTopic({ stream_id, topic: 'pears', visibility_policy: 3 })
    await theirs.updateSubscriptionProperties({
      subscription_data: [{ stream_id, property: 'pin_to_top', value: true }],
    })
    await theirs.createDrafts({
      drafts: [{ type: 'stream', to: [stream_id], topic: 'figs', content: 'ripe' }],
    })
    await theirs.registerAndroidDevice({ token: 'a phone' })
    const [, , mentioned] = await messagesOf(theirs)
    await theirs.updateMessageFlags({ messages: [mentioned!.id], op: 'add', flag: 'read' })
    await theirs.updateMessageFlags({ messages: [mentioned!.id], op: 'add', flag: 'starred' })
    const password = 'loquats ripen in spring'
    const account = ['--email', carol.email, '--organization', 'trial', '--password', password]
    await admin(world, 'user', 'password', ...account)
    const cookies = await logIn(world, carol.email, password)
    expect(await ownName(world, cookies)).toBe('Carol Member')

    await importLast(world)
    expect(await move(world, '--dry-run')).toMatchObject({
      exitCode: 0,
      compared: { messages: 4, channels: expect.any(Number) },
      differences: noDifferences,
      moved: false,
    })
    expect(await move(world)).toMatchObject({
      exitCode: 0,
      differences: noDifferences,
      moved: true,
      preview_deleted: true,
    })

    expect(await statusAt(world, 'final')).toBe(404)
    // The same key and session, of an account in another organization.
    expect(await ownName(world, cookies)).toBe('Carol Member')
    const here = await imported(world, 'trial', carol.email)
    expect(here.userId).not.toBe(theirs.userId)
    const own = await theirs.getOwnUser({})
    expect(own).toMatchObject({ user_id: here.userId })
    await logIn(world, carol.email, password)
    const flags = (await messagesOf(here)).map((message) => message.flags)
    expect(flags.map((list) => list.includes('read'))).toEqual([false, false, true, false])
    expect(flags[2]).toContain('starred')
    const state = await here.register({})
    expect(state.user_settings?.twenty_four_hour_time).toBe(true)
    expect(state.alert_words).toEqual(['harvest'])
    expect(state.drafts).toMatchObject([{ topic: 'figs', content: 'ripe' }])
    const general = state.subscriptions?.find(({ name }) => name === 'general')
    expect(general).toMatchObject({ pin_to_top: true })
    expect(general?.stream_id).not.toBe(stream_id)
    expect(state.user_topics).toMatchObject([{ stream_id: general?.stream_id, topic_name: 'pears' }])
    await here.removeAndroidDevice({ token: 'a phone' })
    await here.sendMessage({ type: 'channel', to: 'general', topic: 'plums', content: 'moved in' })
    expect((await shownIn(here)).at(-1)?.content).toBe('moved in')

    // Once more.
    expect(await move(world)).toMatchObject({ exitCode: 0, already_moved: true, preview_deleted: true })
    const realms = await world.app.database.db.selectFrom('realm').select('subdomain').execute()
    expect(realms.map(({ subdomain }) => subdomain).filter((name) => /trial|final| /.test(name))).toEqual([
      'trial',
    ])
  })

  it('is refused as long as messages differ, unless that is accepted', async () => {
    const world = await createWorld()
    const { alice, bob } = world
    const edited = await sendChannelMessage(alice, 'general', 'plums', 'one')
    const moved = await sendChannelMessage(alice, 'general', 'plums', 'two')
    await preview(world)
    await importLast(world)
    await alice.api.updateMessage({ message_id: edited, content: 'one, edited' })
    await alice.api.updateMessage({ message_id: moved, topic: 'pears' })
    await bob.api.addReaction({ message_id: moved, emoji_name: 'tada' })
    // The move of the topic and the late message are in the preview only.
    const late = await sendChannelMessage(bob, 'general', 'plums', 'three')

    const refused = await move(world)
    expect(refused).toMatchObject({
      exitCode: 1,
      moved: false,
      differences: { ...noDifferences, missing: 2, topic: 1, text: 1, reactions: 1, 'message count': 1 },
    })
    expect(refused.listed).toContainEqual({
      kind: 'text',
      of: String(edited),
      preview: 'one, edited',
      import: 'one',
    })
    expect(refused.listed).toContainEqual({ kind: 'missing', of: String(late), preview: 'three', import: '' })
    expect([await statusAt(world, 'trial'), await statusAt(world, 'final')]).toEqual([200, 200])

    const stopped = new AbortController()
    const args = [
      'follow',
      'move',
      '--organization',
      'trial',
      '--to',
      'final',
      '--accept-differences',
      '--json',
    ]
    const interrupted = await runAdmin(args, adminConfig(world), {
      signal: () => stopped.signal,
      progress: {
        show: (text) => {
          if (text.startsWith('carrying over')) stopped.abort()
        },
        print: () => {},
        end: () => {},
      },
    })
    expect(interrupted).toEqual({ exitCode: 1, text: '{"error":"Interrupted: nothing was moved."}' })
    expect([await statusAt(world, 'trial'), await statusAt(world, 'final')]).toEqual([200, 200])

    // As if the command were killed after the transaction: the next one deletes the preview.
    const { app } = world
    const [trial, final] = [await app.realms.bySubdomain('trial'), await app.realms.bySubdomain('final')]
    const { signal } = new AbortController()
    const options = { isDryRun: false, acceptsDifferences: true, signal, onStatus: () => {} }
    const result = await movePreview({ app, preview: trial!, fresh: final!, ...options })
    expect(result.isMoved).toBe(true)
    const realmCount = async () => (await app.database.db.selectFrom('realm').select('id').execute()).length
    const before = await realmCount()
    expect(await move(world)).toMatchObject({ exitCode: 0, already_moved: true, preview_deleted: true })
    expect(await realmCount()).toBe(before - 1)
    expect(await statusAt(world, 'final')).toBe(404)
    const here = await imported(world, 'trial', alice.email)
    expect((await shownIn(here)).map(({ content }) => content)).toEqual(['one', 'two'])
  })

  it('needs a preview and an import of the same organization', async () => {
    const world = await createWorld()
    await preview(world)
    const to = (subdomain: string) =>
      admin(world, 'follow', 'move', '--organization', 'trial', '--to', subdomain)
    expect(await to('elsewhere')).toEqual({ exitCode: 1, error: 'There is no organization "elsewhere".' })
    expect(await to('trial')).toMatchObject({
      exitCode: 1,
      error: expect.stringContaining('a preview itself'),
    })
    expect(await to('')).toMatchObject({
      exitCode: 1,
      error: expect.stringContaining('was not imported from'),
    })
    expect(await admin(world, 'follow', 'move', '--organization', '', '--to', 'trial')).toEqual({
      exitCode: 1,
      error: 'This organization is not a preview.',
    })
  })
})

async function logIn(world: World, username: string, password: string): Promise<string> {
  const response = await fetchAt('trial')(`${world.url}/api/v1/sessions`, {
    method: 'POST',
    body: new URLSearchParams({ username, password }),
  })
  expect(response.status).toBe(200)
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

async function ownName(world: World, cookie: string): Promise<unknown> {
  const response = await fetchAt('trial')(`${world.url}/json/users/me`, { headers: { cookie } })
  return ((await response.json()) as { full_name?: string }).full_name
}
