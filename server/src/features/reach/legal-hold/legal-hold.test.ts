import {
  castPassword,
  createWorld,
  eventsPerUser,
  eventTypesOf,
  type Person,
  randomNumbers,
  runJobs,
  type World,
  withReason,
} from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { setRealmSettings } from '../../conversation/messages/testing/fixtures.ts'
import { enforceRetention } from '../../conversation/retention/jobs.ts'
import { statusFor, uploaded } from '../../conversation/uploads/testing/fixtures.ts'
import { deleteReleased } from './keep.ts'

const proof = { password: castPassword }
const day = 86_400

interface KeptRow {
  id: number
  content: string
  edit_history: { prev_content?: string }[] | null
}

/** All versions of the messages that are kept or still there, by message. */
async function versions({ app }: World): Promise<Map<number, string[]>> {
  const { rows } = await sql<KeptRow>`
    select message_id as id, content, edit_history from held_message
    union all select id, content, edit_history from message`.execute(app.database.db)
  return new Map(
    rows.map(({ id, content, edit_history }) => [
      id,
      [content, ...(edit_history ?? []).flatMap(({ prev_content }) => prev_content ?? [])].reverse(),
    ]),
  )
}

const keptIds = async ({ app }: World) => {
  const { rows } = await sql<{ id: number }>`
    select message_id as id from held_message order by 1`.execute(app.database.db)
  return rows.map((row) => row.id)
}

const channelId = async ({ api }: Person, stream: string) => (await api.getChannelId({ stream })).stream_id

const unlimited = {
  message_content_edit_limit_seconds: null,
  message_content_delete_limit_seconds: null,
  move_messages_between_streams_limit_seconds: null,
}

describe('A legal hold', () => {
  it('belongs to owners who confirm that it is them, and has a scope that exists', async () => {
    const { alice, bob, carol } = await createWorld()
    const name = 'Plum contract'
    await expect(bob.api.createLegalHold({ name, ...proof })).rejects.toMatchObject({ status: 400 })
    await expect(bob.api.getLegalHolds()).rejects.toMatchObject({ status: 400 })
    await expect(alice.api.createLegalHold({ name })).rejects.toMatchObject(withReason('proof-required'))
    for (const [scope, reason] of [
      [{ user_ids: [999] }, 'message-scope-user-not-found'],
      [{ channel_ids: [999] }, 'message-scope-channel-not-found'],
      [{ sent_from: 5, sent_until: 5 }, 'message-scope-times-reversed'],
      [{ name: ' ' }, 'legal-hold-name-empty'],
    ] satisfies [object, string][])
      await expect(alice.api.createLegalHold({ name, ...scope, ...proof })).rejects.toMatchObject({ reason })
    const { legal_hold_id } = await alice.api.createLegalHold({ name, user_ids: [carol.id], ...proof })
    await alice.api.releaseLegalHold({ legal_hold_id, ...proof })
    await expect(alice.api.releaseLegalHold({ legal_hold_id, ...proof })).rejects.toMatchObject(
      withReason('legal-hold-released'),
    )
    expect((await alice.api.getLegalHolds()).legal_holds).toMatchObject([
      { legal_hold_id, name, user_ids: [carol.id], created_by: alice.id, released_by: alice.id },
    ])
  })

  it('keeps deleted messages and files without a trace for others, until it is released', async () => {
    const world = await createWorld()
    const { alice, carol, dave, clock, app } = world
    await setRealmSettings(world, unlimited)
    const file = await uploaded(carol)
    const dropped = await uploaded(carol)
    const outside = await uploaded(dave)
    const send = async (person: Person, content: string) =>
      (await person.api.sendMessage({ type: 'channel', to: 'general', topic: 'plums', content })).id
    const early = await send(carol, 'before the time')
    clock.advance(day)
    const sent_from = Math.floor(clock.now() / 1_000)
    const hold = { name: 'Plums', user_ids: [carol.id], sent_from, ...proof }

    const id = await send(carol, `first ${dropped.link}`)
    const other = await send(dave, outside.link)
    await send(dave, 'stays')
    const placed = await eventsPerUser({ alice, carol, dave }, () => alice.api.createLegalHold(hold))
    expect(Object.values(placed).flat()).toEqual([])
    await carol.api.updateMessage({ message_id: id, content: `second ${file.link}` })
    const { attachments } = await carol.api.getAttachments()
    const unlinked = attachments.find((one) => one.path_id === dropped.pathId)
    await carol.api.deleteAttachment({ attachment_id: unlinked?.id ?? 0 })
    const deleted = await eventsPerUser({ carol, dave }, async () => {
      await carol.api.deleteMessage({ message_id: id })
      await alice.api.deleteMessage({ message_id: other })
    })
    expect(eventTypesOf(deleted.dave ?? []).filter((type) => type === 'delete_message')).toHaveLength(2)
    await carol.api.deleteMessage({ message_id: early })
    await expect(carol.api.getMessage({ message_id: id })).rejects.toMatchObject({ status: 400 })
    expect((await carol.api.getAttachments()).attachments).toEqual([])
    await runJobs(world)

    // Only the messages and files of the hold are kept, and nobody can fetch them.
    expect(await keptIds(world)).toEqual([id])
    expect((await versions(world)).get(id)).toEqual([`first ${dropped.link}`, `second ${file.link}`])
    const stored = async (pathId: string) => {
      const [realm, key] = pathId.split('/')
      return (await app.files.get(`uploads/${realm}/${key}/file`)) !== undefined
    }
    expect(await stored(file.pathId)).toBe(true)
    expect(await stored(dropped.pathId)).toBe(true)
    expect(await stored(outside.pathId)).toBe(false)
    expect(await statusFor(world, file.url, carol)).toBe(404)
    expect(await alice.api.getLegalHolds()).toMatchObject({ kept_messages: 1, kept_files: 2 })

    const [one] = (await alice.api.getLegalHolds()).legal_holds
    await alice.api.releaseLegalHold({ legal_hold_id: one?.legal_hold_id ?? 0, ...proof })
    await deleteReleased.run(app, {})
    await runJobs(world)
    expect(await keptIds(world)).toEqual([])
    expect(await stored(file.pathId)).toBe(false)
    expect(await stored(dropped.pathId)).toBe(false)
  })

  it('has every version of every message in its scope, whatever people and the retention do', async () => {
    for (const seed of [1, 2]) await checkRandomHistory(seed)
  })
})

interface ModelMessage {
  versions: string[]
  isHeld: boolean
  isChannel: boolean
}

async function checkRandomHistory(seed: number): Promise<void> {
  const world = await createWorld()
  const { alice, bob, carol, dave, clock } = world
  await setRealmSettings(world, unlimited)
  for (const name of ['held', 'open']) {
    await alice.api.subscribe({
      subscriptions: [{ name }],
      principals: [alice.id, bob.id, carol.id, dave.id],
    })
  }
  const channels = { held: await channelId(alice, 'held'), open: await channelId(alice, 'open') }
  await alice.api.createLegalHold({
    name: 'Random',
    user_ids: [carol.id],
    channel_ids: [channels.held],
    ...proof,
  })
  const pick = randomNumbers(seed)
  const model = new Map<number, ModelMessage>()
  const gone = new Set<number>()
  const here = () => [...model.keys()].filter((id) => !gone.has(id))
  const steps: (() => Promise<void>)[] = [
    async () => {
      const sender = [bob, carol, dave][pick(3)] ?? bob
      const content = `text ${pick(1_000_000)}`
      const kind = pick(3)
      const to = kind === 0 ? 'held' : 'open'
      const { id } =
        kind === 2
          ? await sender.api.sendMessage({ type: 'direct', to: [dave.id, bob.id], content })
          : await sender.api.sendMessage({ type: 'channel', to, topic: `topic ${pick(2)}`, content })
      model.set(id, {
        versions: [content],
        isHeld: sender === carol || kind === 0,
        isChannel: kind !== 2,
      })
    },
    async () => {
      const id = here()[pick(here().length)]
      const message = model.get(id ?? 0)
      if (id === undefined || message === undefined) return
      const content = `edited ${pick(1_000_000)}`
      for (const { api } of [bob, carol, dave]) {
        const isOwn = await api.updateMessage({ message_id: id, content }).then(
          () => true,
          () => false,
        )
        if (isOwn) message.versions.push(content)
        if (isOwn) return
      }
    },
    async () => {
      const id = here()[pick(here().length)]
      if (id === undefined) return
      const isDeleted = await alice.api.deleteMessage({ message_id: id }).then(
        () => true,
        () => false,
      )
      if (isDeleted) gone.add(id)
    },
    async () => {
      const id = here().filter((one) => model.get(one)?.isChannel)[0]
      const message = model.get(id ?? 0)
      if (id === undefined || message === undefined) return
      const stream_id = pick(2) === 0 ? channels.held : channels.open
      const isMoved = await alice.api
        .updateMessage({ message_id: id, stream_id, send_notification_to_new_thread: false })
        .then(
          () => true,
          () => false,
        )
      // It belongs to the hold from now on, wherever it goes.
      if (isMoved && stream_id === channels.held) message.isHeld = true
    },
    async () => {
      clock.advance(day)
      await setRealmSettings(world, { message_retention_days: 2 })
      await enforceRetention.run(world.app, {})
      await setRealmSettings(world, { message_retention_days: -1 })
    },
  ]
  for (let n = 0; n < 45; n++) await steps[[0, 0, 0, 1, 1, 2, 3, 4][pick(8)] ?? 0]?.()

  const all = await versions(world)
  const live = new Set(
    (await sql<{ id: number }>`select id from message`.execute(world.app.database.db)).rows.map(
      (row) => row.id,
    ),
  )
  const held = new Set(await keptIds(world))
  for (const [id, message] of model) {
    const what = `seed ${seed}, message ${id}`
    if (message.isHeld) expect(all.get(id), what).toEqual(message.versions)
    else expect(held.has(id), what).toBe(false)
    expect(held.has(id) && live.has(id), what).toBe(false)
  }
  // The history would prove nothing if nothing was deleted.
  expect(held.size, `seed ${seed}`).toBeGreaterThan(0)
}
