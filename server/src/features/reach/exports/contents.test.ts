import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Browser, createWorld, type Person, testConfig, type World } from '@loquat/devkit'
import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { runAdmin } from '../../../admin/main.ts'
import { excludedTables, sectionsOf } from './contents-store.ts'
import { type Archive, exported, rowsOf, unpack } from './testing/archive.ts'

const wordsIn = (archive: Archive, words: readonly string[]) => {
  const all = Buffer.concat([...archive].flatMap(([name, content]) => [Buffer.from(name), content]))
  return words.filter((word) => all.includes(word))
}

/** All secrets in the database. */
async function secretsOf({ app }: World): Promise<string[]> {
  const { rows } = await sql<{ secret: string }>`
    select password_hash as secret from account where password_hash is not null
    union all select api_key_hash from account union all select api_key_sealed from account
    union all select key_hash from session union all select value_sealed from server_secret
    union all select key_hash from invitation_link union all select key_sealed from invitation_link
    union all select token from push_device`.execute(app.database.db)
  return rows.map((row) => row.secret)
}

/** Fills the organization. Carol consents to the export of private data, Dave and Mona do not. */
async function fill(world: World) {
  const { alice, carol, dave, mona } = world
  const send = async (by: Person, to: string | number[], content: string) =>
    await by.api.sendMessage(
      typeof to === 'string'
        ? { type: 'channel', to, topic: 'figs', content }
        : { type: 'direct', to, content },
    )
  const open = async (by: Person, name: string, shared: boolean, people: Person[]) =>
    await by.api.subscribe({
      subscriptions: [{ name, description: `about ${name}` }],
      principals: people.map(({ id }) => id),
      invite_only: true,
      history_public_to_subscribers: shared,
    })
  await carol.api.updateSettings({ allow_private_data_export: true, enable_drafts_synchronization: true })
  await dave.api.updateSettings({ email_address_visibility: 4 })
  const { id: message_id } = await send(dave, 'general', 'publicword first')
  await dave.api.updateMessage({ message_id, content: 'publicword second' })
  await carol.api.addReaction({ message_id, emoji_name: 'tada' })
  await carol.api.updateMessageFlags({ messages: [message_id], op: 'add', flag: 'starred' })
  await send(dave, 'general', '/poll plums?')

  await open(dave, 'hidden', true, [dave, mona])
  await send(dave, 'hidden', 'hiddenword')
  await open(dave, 'shared', true, [dave, mona])
  await send(dave, 'shared', 'sharedbefore')
  await open(dave, 'guarded', false, [dave, mona])
  await send(dave, 'guarded', 'guardedbefore')
  await open(dave, 'left', true, [dave, carol])
  await send(dave, 'left', 'leftbefore')
  await dave.api.subscribe({
    subscriptions: [{ name: 'shared' }, { name: 'guarded' }],
    principals: [carol.id],
  })
  await send(dave, 'shared', 'sharedafter')
  await send(dave, 'guarded', 'guardedafter')
  await carol.api.unsubscribe({ subscriptions: ['left'] })
  await send(dave, 'left', 'leftafter')

  await send(dave, [mona.id], 'directhidden')
  await send(dave, [mona.id, alice.id], 'grouphidden')
  await send(dave, [carol.id], 'directconsented')
  await send(dave, [carol.id, mona.id], 'groupconsented')
  const draft = (word: string) => ({
    drafts: [{ type: 'stream' as const, to: [1], topic: 'x', content: word, timestamp: 1 }],
  })
  await carol.api.createDrafts(draft('draftconsented'))
  await dave.api.createDrafts(draft('drafthidden'))
  await carol.api.createSavedSnippet({ title: 'snippetconsented', content: 'x' })
  await dave.api.createSavedSnippet({ title: 'snippethidden', content: 'x' })
  await carol.api.createSavedSearch({ name: 'searchconsented', query: 'x' })
  await dave.api.createSavedSearch({ name: 'searchhidden', query: 'x' })
  await dave.api.addAlertWords({ alert_words: ['alerthidden'] })
  await carol.api.addAlertWords({ alert_words: ['alertconsented'] })
  const later = { scheduled_delivery_timestamp: Math.floor(Date.now() / 1_000) + 3_600 }
  await dave.api.createScheduledMessage({ type: 'direct', to: [mona.id], content: 'laterhidden', ...later })
  await carol.api.createScheduledMessage({
    type: 'direct',
    to: [mona.id],
    content: 'laterconsented',
    ...later,
  })
  await carol.api.updateStatus({ status_text: 'picking figs' })

  await new Browser(world).logIn(dave)
  await dave.api.registerAndroidDevice({ token: 'devicetoken' })
  await alice.api.createInvitationLink({})
  const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const file = new File([new Uint8Array(png)], 'p.png')
  await dave.api.setAvatar({}, { files: [file] })
  await alice.api.addCustomEmoji({ emoji_name: 'fig' }, { files: [file] })
  await alice.api.setIcon({}, { files: [file] })
}

const privateOfConsenting = [
  'sharedbefore',
  'sharedafter',
  'guardedafter',
  'leftbefore',
  'directconsented',
  'groupconsented',
  'draftconsented',
  'snippetconsented',
  'searchconsented',
  'alertconsented',
  'laterconsented',
  'about shared',
]
const neverThere = [
  'hiddenword',
  'about hidden',
  'guardedbefore',
  'leftafter',
  'directhidden',
  'grouphidden',
  'drafthidden',
  'snippethidden',
  'searchhidden',
  'alerthidden',
  'laterhidden',
  'dave@example.com',
]

describe('The archive of an export', () => {
  it('contains public data, with consent also the private data of consenting users, and never a secret', async () => {
    const world = await createWorld()
    const { alice, carol, dave } = world
    await fill(world)
    const secrets = [...(await secretsOf(world)), 'devicetoken']
    expect(secrets.length).toBeGreaterThan(15)

    const open = await exported(world, alice, 1)
    expect(wordsIn(open, [...privateOfConsenting, ...neverThere, ...secrets])).toEqual([])
    expect(open.get('README.txt')?.toString()).toContain('Orchard')
    expect([...open.keys()].filter((name) => name.startsWith('personal/'))).toEqual([])
    expect(rowsOf(open, 'organization')).toMatchObject([{ name: 'Orchard' }])
    expect(rowsOf(open, 'channels')).toMatchObject([{ name: 'general', is_default: true }])
    expect(rowsOf(open, 'subscriptions')).toHaveLength(6)
    const users = rowsOf(open, 'users')
    expect(users.find(({ id }) => id === dave.id)).toMatchObject({ email: null, full_name: 'Dave Member' })
    const shown = { email: carol.email, role: 400, status: { text: 'picking figs' } }
    expect(users.find(({ id }) => id === carol.id)).toMatchObject(shown)
    const [edited, poll] = rowsOf(open, 'messages').filter(({ sender_id }) => sender_id === dave.id)
    expect(edited).toMatchObject({
      topic: 'figs',
      content: 'publicword second',
      user_ids: null,
      edit_history: [{ prev_content: 'publicword first' }],
      reactions: [{ user_id: carol.id, emoji_name: 'tada' }],
    })
    expect(poll).toMatchObject({ submessages: [{ msg_type: 'widget' }] })
    const files = rowsOf(open, 'files')
    const kinds = ['avatar', 'avatar', 'custom_emoji', 'organization_picture']
    expect(files.map(({ kind }) => kind)).toEqual(kinds)
    for (const { path } of files) {
      expect(open.get(String(path))?.subarray(1, 4).toString(), String(path)).toBe('PNG')
    }

    await alice.api.updateSettings({ allow_private_data_export: true })
    // With the consent of Alice, her private data is included.
    const hidden = neverThere.filter((word) => word !== 'grouphidden')
    const full = await exported(world, alice, 2)
    expect(wordsIn(full, [...hidden, ...secrets])).toEqual([])
    const there = [...privateOfConsenting, 'grouphidden', 'publicword']
    expect(wordsIn(full, there)).toEqual(there)
    expect(rowsOf(full, 'channels').map(({ name }) => name)).toEqual(['general', 'shared', 'guarded', 'left'])
    expect(rowsOf(full, 'personal/flags')).toContainEqual({
      user_id: carol.id,
      message_id: edited?.id,
      flags: ['starred'],
    })
    for (const [name, content] of full) {
      if (!/^personal\//.test(name)) continue
      const owners = rowsOf(new Map([['x.jsonl', content]]), 'x').map(
        ({ user_id, sender_id }) => user_id ?? sender_id,
      )
      expect([alice.id, carol.id], name).toEqual(expect.arrayContaining([...new Set(owners)]))
    }
    await carol.api.updateSettings({ allow_private_data_export: false })
    expect(wordsIn(await exported(world, alice, 2), privateOfConsenting), 'taken back').toEqual([])

    // The same from the shell, without an entry in the API.
    const { host, user, database } = world.database
    const { dataDir } = world.app.config
    const config = testConfig({ databaseUrl: `postgresql:///${database}?host=${host}&user=${user}`, dataDir })
    const out = join(dataDir, 'out.zip')
    const before = (await alice.api.getExports()).exports.length
    expect(await runAdmin(['export', '--out', out], config)).toMatchObject({ exitCode: 0 })
    const fromShell = await unpack(await readFile(out))
    expect([...fromShell.keys()]).toEqual([...open.keys()])
    expect(fromShell.get('messages.jsonl')).toEqual(open.get('messages.jsonl'))
    expect((await alice.api.getExports()).exports).toHaveLength(before)
    for (const [args, word] of [
      [['--out', out], 'exists'],
      [['--out', join(dataDir, 'b.zip'), '--kind', 'all'], 'all'],
    ] as const) {
      const refusal = { exitCode: 1, text: expect.stringContaining(word) }
      expect(await runAdmin(['export', ...args], config)).toMatchObject(refusal)
    }
  })

  it('includes or excludes every table explicitly', async () => {
    const { app } = await createWorld()
    const { db } = app.database
    const scope = { realmId: 1, type: 2, consenting: [1] } as const
    const words = new Set(
      sectionsOf(scope).flatMap((section) => section.rows(scope).compile(db).sql.match(/\w+/g) ?? []),
    )
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
        and relname not like 'kysely_%'`.execute(db)
    const names = rows.map(({ name }) => name)
    expect(names.length).toBeGreaterThan(40)
    const undecided = names.filter((name) => !words.has(name) && !(name in excludedTables))
    expect(undecided, 'name them in contents-store.ts').toEqual([])
    expect(Object.keys(excludedTables).filter((name) => !names.includes(name))).toEqual([])
  })
})
