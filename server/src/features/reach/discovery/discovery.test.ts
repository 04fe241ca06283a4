import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { castPassword, createWorld, runJobs, testConfig, type World, withReason } from '@loquat/devkit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runAdmin } from '../../../admin/main.ts'
import { writeZip } from '../../../platform/zip.ts'
import { uploaded } from '../../conversation/uploads/testing/fixtures.ts'
import { type Archive, rowsOf, unpack } from '../exports/testing/archive.ts'
import type { Custody } from './custody.ts'

const proof = { password: castPassword }

async function discovered(world: World, query: object): Promise<{ archive: Archive; bytes: Buffer }> {
  const { alice } = world
  const { discovery_export_id } = await alice.api.requestDiscoveryExport({ ...query, ...proof })
  await runJobs(world)
  const [newest] = (await alice.api.getDiscoveryExports()).discovery_exports
  expect(newest).toMatchObject({ discovery_export_id, state: 'finished', requested_by: alice.id })
  const response = await world.raw(new URL(newest?.download_url ?? '').pathname, { as: alice })
  expect(response.status).toBe(200)
  const bytes = Buffer.from(await response.arrayBuffer())
  return { archive: await unpack(bytes), bytes }
}

async function temporaryFile(bytes: Buffer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'discovery-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'archive.zip')
  await writeFile(path, bytes)
  return path
}

async function packed(archive: Archive): Promise<Buffer> {
  const pieces: Buffer[] = []
  await writeZip(
    async (zip) => {
      for (const [path, content] of archive) await zip.add(path, Readable.from([content]))
    },
    async (bytes) => {
      for await (const piece of bytes) pieces.push(piece as Buffer)
    },
    { time: new Date(0) },
  )
  return Buffer.concat(pieces)
}

describe('An e-discovery export', () => {
  it('has the messages of people, times and words with all versions and files, deleted ones included', async () => {
    const world = await createWorld()
    const { alice, carol, dave, bob, clock } = world
    const file = await uploaded(carol)
    const send = async (content: string) =>
      (await carol.api.sendMessage({ type: 'direct', to: [dave.id], content })).id
    const early = await send('plums, too early')
    clock.advance(60)
    const sent_from = Math.floor(clock.now() / 1_000)
    await alice.api.createLegalHold({ name: 'Plums', user_ids: [carol.id], ...proof })
    const edited = await send('the PLUMS are ripe')
    await carol.api.updateMessage({ message_id: edited, content: 'nothing to see' })
    const deleted = await send(`Pläume and plums ${file.link}`)
    const poll = await send('/poll plums or pears?\nplums\npears')
    const vote = JSON.stringify({ type: 'vote', key: 'canned,0', vote: 1 })
    await dave.api.addSubmessage({ message_id: poll, msg_type: 'widget', content: vote })
    await dave.api.addReaction({ message_id: poll, emoji_name: 'heart' })
    await carol.api.deleteMessage({ message_id: poll })
    await send('pears')
    await bob.api.sendMessage({ type: 'channel', to: 'general', topic: 'plums', content: 'of somebody else' })
    await carol.api.deleteMessage({ message_id: deleted })

    const { archive } = await discovered(world, { user_ids: [carol.id], sent_from, words: ['plums'] })
    const messages = rowsOf(archive, 'messages')
    expect(messages).toMatchObject([
      {
        id: edited,
        deleted_at: null,
        versions: [{ content: 'the PLUMS are ripe' }, { content: 'nothing to see' }],
      },
      { id: deleted, deleted_at: expect.any(String), files: [file.pathId], reactions: [], submessages: [] },
      {
        id: poll,
        deleted_at: expect.any(String),
        reactions: [{ user_id: dave.id, emoji_name: 'heart' }],
        submessages: [{ sender_id: carol.id }, { sender_id: dave.id, content: vote }],
      },
    ])
    expect(messages.map(({ id }) => id)).not.toContain(early)
    expect(archive.get(`files/${file.pathId}`)?.toString()).toBe('figs')
    expect(rowsOf(archive, 'users')).toContainEqual(
      expect.objectContaining({ id: carol.id, email: carol.email }),
    )
    const custody = JSON.parse(archive.get('custody.json')?.toString() ?? '') as Custody
    expect(custody).toMatchObject({
      requested_by: { id: alice.id, email: alice.email },
      query: { user_ids: [carol.id], words: ['plums'], sent_from },
      counts: { messages: 3, deleted_messages: 2, versions: 4, files: 1, missing_files: 0 },
    })
    expect(custody.files.map(({ path }) => path).sort()).toEqual(
      [...archive.keys()].filter((path) => !path.startsWith('custody.')).sort(),
    )
    const { archive: all } = await discovered(world, {})
    expect(rowsOf(all, 'messages').map(({ id }) => id)).toEqual(expect.arrayContaining([early, deleted]))
  })

  it('can be verified: every change of the archive is found', async () => {
    const world = await createWorld()
    const { app, carol } = world
    await carol.api.sendMessage({ type: 'channel', to: 'general', topic: 'plums', content: 'ripe' })
    const { archive, bytes } = await discovered(world, { words: ['ripe'] })
    const { host, user, database } = world.database
    const databaseUrl = `postgresql:///${database}?host=${host}&user=${user}`
    const verify = async (content: Buffer) => {
      const { text, exitCode } = await runAdmin(
        ['discovery', 'verify', await temporaryFile(content), '--json'],
        testConfig({ databaseUrl, dataDir: app.config.dataDir }),
      )
      return { exitCode, ...(JSON.parse(text) as { problems?: string[]; error?: string }) }
    }
    expect(await verify(bytes)).toMatchObject({ exitCode: 0, problems: [] })
    const changed = async (path: string, change: (text: string) => string | undefined) => {
      const copy = new Map(archive)
      const text = change(copy.get(path)?.toString() ?? '')
      if (text === undefined) copy.delete(path)
      else copy.set(path, Buffer.from(text))
      return await verify(await packed(copy))
    }
    const expectProblem = async (
      path: string,
      change: (text: string) => string | undefined,
      problem: string,
    ) => expect(await changed(path, change), problem).toMatchObject({ exitCode: 1, problems: [problem] })
    await expectProblem(
      'messages.jsonl',
      (text) => text.replace('ripe', 'raw!'),
      'messages.jsonl was changed.',
    )
    await expectProblem('users.jsonl', () => undefined, 'users.jsonl is missing.')
    await expectProblem('extra.txt', () => 'x', 'extra.txt was added.')
    await expectProblem(
      'custody.json',
      (text) => text.replace('"messages": 1', '"messages": 2'),
      'custody.json was changed, or another server made it.',
    )
    expect(await verify(Buffer.from('no archive'))).toMatchObject({ exitCode: 1 })
  })

  it('is for owners who confirm that it is them, and every step is recorded', async () => {
    const world = await createWorld()
    const { alice, bob } = world
    await expect(bob.api.requestDiscoveryExport(proof)).rejects.toMatchObject({ status: 400 })
    await expect(alice.api.requestDiscoveryExport({})).rejects.toMatchObject(withReason('proof-required'))
    await expect(alice.api.requestDiscoveryExport({ words: [' '], ...proof })).rejects.toMatchObject(
      withReason('discovery-word-empty'),
    )
    await discovered(world, {})
    const [made] = (await alice.api.getDiscoveryExports()).discovery_exports
    const { discovery_export_id = 0, download_url } = made ?? {}
    const path = new URL(download_url ?? '').pathname
    expect((await world.raw(path, { as: bob })).status).toBe(404)
    expect((await world.raw(path, { redirect: 'manual' })).headers.get('location')).toContain('/login')
    await alice.api.deleteDiscoveryExport({ discovery_export_id, ...proof })
    expect((await world.raw(path, { as: alice })).status).toBe(404)
    const { entries } = await alice.api.getAuditLog({ limit: 20 })
    const kinds = entries.map(({ kind }) => kind).filter((kind) => kind.startsWith('discovery'))
    expect(kinds).toEqual([
      'discovery.deleted',
      'discovery.downloaded',
      'discovery.made',
      'discovery.requested',
    ])
  })
})
