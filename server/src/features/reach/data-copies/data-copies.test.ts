import { createWorld, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { unpack } from '../exports/testing/archive.ts'
import { deleteOldDataCopies, makeDataCopies } from './jobs.ts'

const day = 86_400

describe('A copy of own data', () => {
  it('has what the person wrote, stored and set, and nothing of others', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const { stream_id } = await carol.api.getChannelId({ stream: 'general' })
    const place = { type: 'channel', to: stream_id, topic: 'plums' } as const
    await carol.api.sendMessage({ ...place, content: 'Written by Carol' })
    await dave.api.sendMessage({ ...place, content: 'Written by Dave' })
    await dave.api.sendMessage({ type: 'direct', to: [carol.id], content: 'Direct from Dave' })
    await carol.api.uploadFile({}, { files: [new File(['Bytes of Carol'], 'notes.txt')] })
    await carol.api.createDrafts({
      drafts: [{ type: 'stream', to: [stream_id], topic: 'plums', content: 'Draft of Carol' }],
    })
    expect(await carol.api.getDataCopy({})).toMatchObject({ data_copy: null })
    await carol.api.requestDataCopy({})
    expect(await carol.api.getDataCopy({})).toMatchObject({ data_copy: { state: 'pending', url: null } })
    await expect(carol.api.requestDataCopy({})).rejects.toMatchObject(withReason('data-copy-recent'))
    await makeDataCopies.run(world.app, {})
    const { data_copy } = await carol.api.getDataCopy({})
    expect(data_copy).toMatchObject({ state: 'ready', url: expect.stringMatching(/\/data-copy\.zip$/) })

    const response = await world.raw('/data-copy.zip', { as: carol })
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toContain('no-store')
    const archive = Buffer.from(await response.arrayBuffer())
    expect(archive.length).toBe(data_copy?.bytes)
    const entries = await unpack(archive)
    const text = [...entries.values()].join('\n')
    expect([...entries.keys()]).toEqual(
      expect.arrayContaining([
        'README.txt',
        'account.jsonl',
        'messages.jsonl',
        'sessions.jsonl',
        'personal/drafts.jsonl',
      ]),
    )
    for (const part of ['Written by Carol', 'Draft of Carol', 'Bytes of Carol', carol.email])
      expect(text).toContain(part)
    for (const part of ['Written by Dave', 'Direct from Dave', dave.email, carol.apiKey])
      expect(text).not.toContain(part)
    const { messages } = await carol.api.getMessages({ anchor: 'newest', num_before: 1, num_after: 0 })
    expect(messages[0]?.content).toContain('The copy of your data is ready')
  })

  it('can be downloaded only by the person, and for seven days', async () => {
    const world = await createWorld()
    const { carol, dave, alice } = world
    await carol.api.requestDataCopy({})
    await makeDataCopies.run(world.app, {})
    for (const as of [dave, alice]) expect((await world.raw('/data-copy.zip', { as })).status).toBe(404)
    const visitor = await world.raw('/data-copy.zip', { redirect: 'manual' })
    expect(visitor.headers.get('location')).toBe('/login?next=%2Fdata-copy.zip')
    world.clock.advance(2 * day)
    await carol.api.requestDataCopy({})
    await makeDataCopies.run(world.app, {})
    world.clock.advance(7 * day)
    expect((await world.raw('/data-copy.zip', { as: carol })).status).toBe(404)
    expect(await carol.api.getDataCopy({})).toMatchObject({ data_copy: null })
    await deleteOldDataCopies.run(world.app, {})
    expect(await world.app.database.db.selectFrom('data_copy').selectAll().execute()).toEqual([])
  })
})
