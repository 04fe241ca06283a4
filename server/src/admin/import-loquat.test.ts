import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createWorld, type World } from '@loquat/devkit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { jsonLines } from '../features/imports/archives/json.ts'
import { openArchive } from '../features/imports/archives/open.ts'
import { samplePng } from '../features/imports/zulip/testing/sample.ts'
import { admin, imported } from './testing/import-world.ts'

type Row = Record<string, unknown>
type Lines = Record<string, Row[]>

async function exported(world: World, path: string, ...args: string[]): Promise<Lines> {
  expect(await admin(world, 'export', '--kind', 'consented', '--out', path, ...args)).toMatchObject({
    exitCode: 0,
  })
  const archive = await openArchive(path, { isData: () => true, scratchFolder: tmpdir() })
  const lines: Lines = {}
  for (const name of archive.names()) {
    if (!name.endsWith('.jsonl')) continue
    lines[name] = []
    for await (const { value } of jsonLines<Row>(await archive.open(name), name)) lines[name]?.push(value)
  }
  await archive.close()
  return lines
}

const userKeys =
  /^(?:user_id|sender_id|creator_id|author_id|owner_id|bot_owner_id|muted_user_id|member_ids|user_ids|direct_members)$/
const channelKeys = /^(?:channel_id|channel_ids|stream|prev_stream|\w+_(?:stream|channel)_id)$/
const groupKeys =
  /^(?:subgroup_ids|direct_subgroups|can_\w+|create_multiuse_invite_group|direct_message_\w+)$/
const messageKeys = /^(?:message_id|message_ids)$/
/** IDs of their own, and names that are random. */
const dropped = /^(?:id|path|path_id|of|subdomain|pictures)$/

/** An export without IDs: names stand for users, channels and groups, contents for messages. */
function withoutIds(lines: Lines): Lines {
  const named = (file: string, name: string) => new Map((lines[file] ?? []).map((row) => [row.id, row[name]]))
  const tables: [RegExp, Map<unknown, unknown>][] = [
    [userKeys, named('users.jsonl', 'full_name')],
    [channelKeys, named('channels.jsonl', 'name')],
    [groupKeys, named('user_groups.jsonl', 'name')],
    [
      messageKeys,
      new Map((lines['messages.jsonl'] ?? []).map((row) => [row.id, withoutDigits(row.content)])),
    ],
    [/^folder_id$/, named('channel_folders.jsonl', 'name')],
  ]
  const contents = tables[3]![1]
  /** Contents of the messages of a conversation in ranges of IDs. */
  const covered = ({ channel_id = null, user_ids = null }: Row, ranges: string) =>
    (lines['messages.jsonl'] ?? [])
      .filter((message) => message.channel_id === channel_id && String(message.user_ids) === String(user_ids))
      .filter(({ id }) =>
        [...ranges.matchAll(/\[(\d+),(\d*)\)/g)].some(
          ([, from, to]) => Number(id) >= Number(from) && (to === '' || Number(id) < Number(to)),
        ),
      )
      .map(({ id }) => contents.get(id))
  const replaced = (key: string, value: unknown): unknown => {
    const table = tables.find(([keys]) => keys.test(key))?.[1]
    if (typeof value === 'number' && table !== undefined) return table.get(value) ?? value
    if (Array.isArray(value)) {
      const all = value.map((one) => replaced(key, one))
      return userKeys.test(key) || groupKeys.test(key) ? all.sort() : all
    }
    if (/content$/.test(key)) return withoutDigits(value)
    // The API shows seconds; below milliseconds, times are not kept.
    if (typeof value === 'string' && /_(?:at|active|connected)$/.test(key)) return value.slice(0, 19)
    if (typeof value !== 'object' || value === null) return value
    const isCustom = (value as Row).reaction_type === 'realm_emoji'
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => !dropped.test(name) && !(isCustom && name === 'emoji_code'))
        .map(([name, one]) => [name, key === 'profile' ? one : replaced(name, one)]),
    )
  }
  const isKept = (row: Row) => !('read' in row) || (row.read as unknown[]).length > 0
  return Object.fromEntries(
    Object.entries(lines).map(([file, rows]) => [
      file,
      rows
        .map((row) => ({
          ...(replaced('', row) as Row),
          ...('received' in row ? { received: covered(row, String(row.received)) } : {}),
          ...('read' in row ? { read: covered(row, String(row.read)) } : {}),
        }))
        .filter(isKept)
        .map((row) => JSON.stringify(row))
        .sort()
        .map((row) => JSON.parse(row) as Row),
    ]),
  )
}

const withoutDigits = (text: unknown) =>
  String(text)
    .replace(/\/user_uploads\/[^\s")]+/g, 'FILE')
    .replace(/\/user_avatars\/[^\s")]+/g, 'PICTURE')
    .replace(/\d+/g, '#')

/** Two people who agree to the export, and one of everything. */
async function fill(world: World): Promise<void> {
  const { alice, carol, dave } = world
  for (const person of [alice, carol, dave])
    await person.api.updateSettings({ allow_private_data_export: true })
  const png = new File([new Uint8Array(samplePng)], 'plum.png')
  await alice.api.addCustomEmoji({ emoji_name: 'plum' }, { files: [png] })
  await alice.api.setIcon({}, { files: [png] })
  await carol.api.setAvatar({}, { files: [png] })
  await alice.api.addLinkifier({ pattern: 'T(?P<id>[0-9]+)', url_template: 'https://issues.example/{id}' })
  await alice.api.createUserGroup({ name: 'pickers', description: 'Pick', members: [carol.id, dave.id] })
  await carol.api.subscribe({
    subscriptions: [{ name: 'guarded', description: 'from now on' }],
    principals: [carol.id],
    invite_only: true,
    history_public_to_subscribers: false,
  })
  const send = (content: string, topic = 'plums') =>
    carol.api.sendMessage({ type: 'channel', to: 'general', topic, content })
  const { id } = await send('first of @**Dave**, @*pickers* and :plum:')
  await send(`see #**general>plums@${id}** and T12`)
  const { url } = await carol.api.uploadFile({}, { files: [new File(['bytes'], 'list.txt')] })
  await send(`[list](${url})`, 'files')
  await carol.api.updateMessage({ message_id: id, content: 'first, better' })
  await dave.api.addReaction({ message_id: id, emoji_name: 'plum' })
  await dave.api.addReaction({ message_id: id, emoji_name: 'tada' })
  await dave.api.addReaction({ message_id: id, emoji_name: 'wave', skin_tone: '1f3fd' })
  await dave.api.updateMessageFlags({ messages: [id], op: 'add', flag: 'starred' })
  await carol.api.sendMessage({ type: 'channel', to: 'guarded', topic: 'x', content: 'before Dave' })
  await carol.api.subscribe({ subscriptions: [{ name: 'guarded' }], principals: [dave.id] })
  await carol.api.sendMessage({ type: 'channel', to: 'guarded', topic: 'x', content: 'with Dave' })
  await carol.api.sendMessage({ type: 'direct', to: [dave.id], content: 'unread by Dave' })
  await dave.api.sendMessage({ type: 'direct', to: [carol.id, alice.id], content: '/poll plums?' })
  const { user_id } = await carol.api.createBot({ full_name: 'Plumbot', short_name: 'plumbot' })
  await world.person(user_id).api.sendMessage({
    type: 'channel',
    to: 'general',
    topic: 'plums',
    content: 'Ripe?',
    components: [{ type: 'button', id: 'yes', label: 'Yes' }],
  })
  await dave.api.pinMessage({ message_id: id, scope: 'channel' })
  const { stream_id } = await carol.api.getChannelId({ stream: 'general' })
  await dave.api.addBookmark({ stream_id, title: 'Plan', url: 'https://example.com/plan' })
  const { url: plan } = await dave.api.uploadFile({}, { files: [new File(['plan'], 'plan.txt')] })
  await dave.api.addBookmark({ stream_id, title: 'File', url: plan })
  await alice.api.createChannelFolder({ name: 'Tools', description: 'sharp' })
  const { channel_folder_id: folder_id } = await alice.api.createChannelFolder({ name: 'Fruit' })
  await alice.api.reorderChannelFolders({ order: [folder_id, folder_id - 1] })
  await alice.api.updateChannel({ stream_id, folder_id })
  await carol.api.arrangeChannelFolders({ order: [folder_id], collapse: [folder_id - 1] })
  await carol.api.createSavedSnippet({ title: 'Hi', content: 'Hello' })
  await carol.api.createSavedSearch({ name: 'Fruit', query: 'channel:general plums' })
  await carol.api.addLaterItem({ message_id: id, note: 'buy', remind_timestamp: 4_070_908_800 })
  const { later_id } = await carol.api.addLaterItem({ note: 'a note' })
  await carol.api.editLaterItem({ later_id, is_done: true })
  await carol.api.addAlertWords({ alert_words: ['frost'] })
  await carol.api.updateStatus({ status_text: 'picking' })
}

describe('an export of Loquat', () => {
  it('comes back equal: an export of the import has the same content', async () => {
    const world = await createWorld()
    await fill(world)
    const folder = await mkdtemp(join(tmpdir(), 'loquat-round-trip-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const before = await exported(world, join(folder, 'first.zip'))
    const report = await admin(world, 'import', 'loquat', join(folder, 'first.zip'), '--subdomain', 'copy')
    expect(report).toMatchObject({
      exitCode: 0,
      imported: { messages: before['messages.jsonl']?.length, files: 2 },
    })
    const after = await exported(world, join(folder, 'second.zip'), '--organization', 'copy')
    expect(withoutIds(after)).toEqual(withoutIds(before))

    const unread = (await world.dave.api.register()).unread_msgs?.count
    const dave = await imported(world, 'copy', world.dave.email)
    expect((await dave.register()).unread_msgs?.count).toBe(unread)
    expect(unread).toBeGreaterThan(0)
    const { channel_folders } = await dave.getChannelFolders()
    expect(channel_folders.map(({ name }) => name)).toEqual(['Fruit', 'Tools'])
  })
})
