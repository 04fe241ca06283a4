import { maxChannelFolders } from '@loquat/contract'
import { createWorld, eventsDuring, eventsPerUser, type Person, withReason } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { idOf, kindsIn, named } from '../channels/testing/fixtures.ts'

const client_capabilities = { channel_folders: true }
const fetch_event_types = ['channel_folder', 'subscription']
const stateOf = async ({ api }: Person) => await api.register({ fetch_event_types, client_capabilities })
const namesFor = async (person: Person) => (await stateOf(person)).channel_folders?.map(({ name }) => name)
const folderOf = async (person: Person, channel: string) =>
  (await stateOf(person)).subscriptions?.find(({ name }) => name === channel)?.folder_id

async function withFolders(...names: string[]) {
  const world = await createWorld()
  const ids: number[] = []
  for (const name of names) {
    ids.push((await world.alice.api.createChannelFolder({ name })).channel_folder_id)
  }
  return { ...world, ids }
}

describe('Channel folders', () => {
  it('are created, changed, ordered and archived for everyone, including guests', async () => {
    const { alice, carol, greta } = await createWorld()
    const people = { alice, carol, greta }
    const add = (name: string) => async () => await alice.api.createChannelFolder({ name })
    const kinds = (kind: string) => ({ alice: [kind], carol: [kind], greta: [kind] })
    expect(kindsIn(await eventsPerUser(people, add(' Fruit ')))).toEqual(kinds('channel_folder:add'))
    await add('Tools')()
    const [fruit, tools] = (await stateOf(greta)).channel_folders ?? []
    expect(fruit).toMatchObject({ name: 'Fruit', description: '', creator_id: alice.id, is_archived: false })
    const ids = [tools?.id ?? 0, fruit?.id ?? 0]
    const received = await eventsPerUser(people, () => alice.api.reorderChannelFolders({ order: ids }))
    expect(kindsIn(received)).toEqual(kinds('channel_folder:reorder'))
    expect(await namesFor(carol)).toEqual(['Tools', 'Fruit'])
    const change = { channel_folder_id: ids[1] ?? 0, name: 'Trees', description: 'a\nb' }
    const changed = await eventsPerUser(people, () => alice.api.updateChannelFolder(change))
    expect(kindsIn(changed)).toEqual(kinds('channel_folder:update'))
    // Nothing changes, so there is no event.
    expect(await eventsDuring(carol, () => alice.api.updateChannelFolder(change))).toEqual([])
    await alice.api.updateChannelFolder({ channel_folder_id: ids[0] ?? 0, is_archived: true })
    // An archived folder can be left out of the order, and comes last.
    await alice.api.reorderChannelFolders({ order: ids.slice(1) })
    const { channel_folders } = await greta.api.getChannelFolders()
    expect(channel_folders).toMatchObject([
      { name: 'Trees', description: 'a b', is_archived: false },
      { name: 'Tools', is_archived: true },
    ])
  })

  it('reject names that are empty, long or taken, incomplete orders, and too many folders', async () => {
    const { alice, app, ids } = await withFolders('Fruit', 'Tools')
    const [fruit = 0, tools = 0] = ids
    const add = (name: string, description = '') => alice.api.createChannelFolder({ name, description })
    const invalid = withReason('channel-folder-name-invalid', { max: 60 })
    for (const name of [' ', 'x'.repeat(61), 'a\u0007b'])
      await expect(add(name)).rejects.toMatchObject(invalid)
    const taken = withReason('channel-folder-name-taken', { name: 'Fruit' })
    await expect(add('fRUIT')).rejects.toMatchObject(taken)
    const tooLong = withReason('channel-folder-description-too-long', { max: 500 })
    await expect(add('Other', 'x'.repeat(501))).rejects.toMatchObject(tooLong)
    const update = (change: { name?: string; is_archived?: boolean }, channel_folder_id = tools) =>
      alice.api.updateChannelFolder({ channel_folder_id, ...change })
    await expect(update({ name: 'Fruit' })).rejects.toMatchObject(taken)
    await expect(update({ name: 'Sheds' }, 1e9)).rejects.toMatchObject(withReason('channel-folder-not-found'))
    // The name of an archived folder is free, so unarchiving it can fail.
    await update({ is_archived: true }, fruit)
    await update({ name: 'Fruit' })
    await expect(update({ is_archived: false }, fruit)).rejects.toMatchObject(taken)
    for (const order of [[], [tools, tools], [tools, 1e9], [fruit]]) {
      await expect(alice.api.reorderChannelFolders({ order })).rejects.toMatchObject(
        withReason('channel-folder-order-invalid'),
      )
    }
    await sql`
      insert into channel_folder (realm_id, name, description, position, created_at)
      select realm_id, 'n' || n, '', n, now() from channel_folder, generate_series(1, ${maxChannelFolders - 2}::integer) n
      where id = ${fruit}`.execute(app.database.db)
    await expect(add('One more')).rejects.toMatchObject(
      withReason('channel-folder-limit-reached', { max: maxChannelFolders }),
    )
  })

  it('are managed by administrators, or by the group that the organization chooses', async () => {
    const { alice, bob, carol, greta, ids } = await withFolders('Fruit')
    const denied = withReason('channel-folder-management-denied')
    const [channel_folder_id = 0] = ids
    await bob.api.updateChannelFolder({ channel_folder_id, name: 'Trees' })
    for (const { api } of [carol, greta]) {
      await expect(api.createChannelFolder({ name: 'Mine' })).rejects.toMatchObject(denied)
      await expect(api.reorderChannelFolders({ order: ids })).rejects.toMatchObject(denied)
      await expect(api.updateChannelFolder({ channel_folder_id, name: 'x' })).rejects.toMatchObject(denied)
    }
    const chosen = { new: { direct_members: [carol.id], direct_subgroups: [] } }
    await alice.api.updateRealm({ can_manage_channel_folders_group: chosen })
    await carol.api.createChannelFolder({ name: 'Mine' })
    await expect(bob.api.createChannelFolder({ name: 'Bob' })).rejects.toMatchObject(denied)
  })

  it('contain channels, which their administrators move, and only people who see the channel learn of it', async () => {
    const { alice, carol, dave, greta, ids } = await withFolders('Fruit', 'Old')
    const [folder_id = 0, old = 0] = ids
    await alice.api.updateChannelFolder({ channel_folder_id: old, is_archived: true })
    await carol.api.subscribe({ ...named('plums'), invite_only: true })
    const stream_id = await idOf(carol, 'plums')
    const received = await eventsPerUser({ carol, dave, greta }, () =>
      carol.api.updateChannel({ stream_id, folder_id }),
    )
    expect(kindsIn(received)).toEqual({ carol: ['stream:update'], dave: [], greta: [] })
    expect(received.carol).toMatchObject([{ property: 'folder_id', value: folder_id }])
    // New subscribers get the folder with the channel.
    await carol.api.subscribe({ ...named('plums'), principals: [dave.id] })
    expect(await folderOf(dave, 'plums')).toBe(folder_id)
    const move = ({ api }: Person, to: number | null) => api.updateChannel({ stream_id, folder_id: to })
    await expect(move(dave, null)).rejects.toMatchObject(withReason('channel-administration-denied'))
    await expect(move(carol, 1e9)).rejects.toMatchObject(withReason('channel-folder-not-found'))
    await expect(move(carol, old)).rejects.toMatchObject(withReason('channel-folder-archived'))
    // The channel keeps its folder while that is archived.
    await alice.api.updateChannelFolder({ channel_folder_id: folder_id, is_archived: true })
    expect(await folderOf(dave, 'plums')).toBe(folder_id)
    await move(carol, null)
    expect(await folderOf(dave, 'plums')).toBeNull()
  })

  it('are ordered and collapsed by each user for themselves', async () => {
    const { carol, dave, ids } = await withFolders('Fruit', 'Tools', 'Paths')
    const [fruit = 0, tools = 0, paths = 0] = ids
    const own = async (person: Person) => (await stateOf(person)).channel_folder_preferences
    expect(await own(carol)).toEqual({ order: [], collapsed: [] })
    const arrange = (change: Parameters<typeof carol.api.arrangeChannelFolders>[0]) =>
      eventsPerUser({ carol, dave }, () => carol.api.arrangeChannelFolders(change))
    const received = await arrange({ order: [paths, fruit], collapse: [tools, paths] })
    expect(received).toMatchObject({
      carol: [{ type: 'channel_folder_preferences', order: [paths, fruit], collapsed: [tools, paths] }],
      dave: [],
    })
    await arrange({ order: [tools], expand: [paths, fruit] })
    expect(await own(carol)).toEqual({ order: [tools], collapsed: [tools] })
    await arrange({ order: [] })
    expect(await own(carol)).toEqual({ order: [], collapsed: [tools] })
    const missing = withReason('channel-folder-not-found')
    await expect(carol.api.arrangeChannelFolders({ collapse: [1e9] })).rejects.toMatchObject(missing)
    await expect(carol.api.arrangeChannelFolders({ order: [fruit, fruit] })).rejects.toMatchObject(
      withReason('channel-folder-order-invalid'),
    )
    expect(await own(dave)).toEqual({ order: [], collapsed: [] })
  })

  it('change nothing for clients that do not know them, except a field of channels', async () => {
    const { alice, carol } = await createWorld()
    const state = await carol.api.register({ event_types: ['channel_folder', 'stream'] })
    expect(state).not.toHaveProperty('channel_folders')
    expect(state).not.toHaveProperty('channel_folder_preferences')
    const { channel_folder_id: folder_id } = await alice.api.createChannelFolder({ name: 'Fruit' })
    const stream_id = await idOf(carol, 'general')
    await alice.api.updateChannel({ stream_id, folder_id })
    await alice.api.updateChannel({ stream_id, description: 'all' })
    const { events } = await carol.api.getEvents({
      queue_id: state.queue_id ?? '',
      last_event_id: -1,
      dont_block: true,
    })
    expect(events).toMatchObject([{ type: 'stream', property: 'description' }])
  })
})
