import { File } from 'node:buffer'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import {
  addBot,
  createWorld,
  eventsDuring,
  expectEventsToReproduceState,
  runJobs,
  withReason,
} from '@loquat/devkit'
import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { hugeGif, look, picture, stripes } from '../pictures/testing/fixtures.ts'

const badType = withReason('picture-type-unsupported')

describe('An uploaded avatar', () => {
  it('is served in two sizes for every image type, at a URL that never changes its content', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const before = await carol.api.getOwnUser()
    const kinds = [
      ['me.avif', 'avif'],
      ['me.gif', 'gif'],
      ['me.jpeg', 'jpeg'],
      ['ME.JPG', 'jpeg'],
      ['me.png', 'png'],
      ['me.tiff', 'tiff'],
      ['me.webp', 'webp'],
      // The content may differ from the extension if both are image types.
      ['me.heic', 'png'],
    ] as const
    const seen = new Set<string>()
    for (const [n, [name, format]] of kinds.entries()) {
      const { avatar_url } = await carol.api.setAvatar({}, { files: [await picture(name, { format })] })
      expect(avatar_url, name).toMatch(/^\/user_avatars\/\d+\/[0-9a-f]{32}\.png$/)
      const { user } = await dave.api.getUser({ user_id: carol.id })
      expect(user, name).toMatchObject({ avatar_url, avatar_version: before.avatar_version + n + 1 })
      seen.add(avatar_url)
    }
    expect(seen.size).toBe(kinds.length)
    const { avatar_url = '', avatar_url_medium = '', avatar_source } = await carol.api.register({})
    expect(avatar_source).toBe('U')
    expect(await look(world, avatar_url)).toMatchObject({ format: 'png', width: 100, height: 100 })
    expect(await look(world, avatar_url_medium)).toMatchObject({ format: 'png', width: 500, height: 500 })
    const { headers } = await world.raw(avatar_url, { method: 'HEAD' })
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
  })

  it('shows the center of the picture, upright, and keeps no other data of the file', async () => {
    const world = await createWorld()
    const { avatar_url } = await world.carol.api.setAvatar({}, { files: [await stripes('wide.png')] })
    const { channels } = await sharp((await look(world, avatar_url)).bytes).stats()
    expect(channels[0]?.mean).toBeLessThan(5)
    expect(channels[1]?.mean).toBeGreaterThan(250)

    // Rotated by 90 degrees: the top of the file is the right side of the picture.
    const tall = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#0000ff' } })
      .composite([
        {
          input: await sharp({ create: { width: 40, height: 20, channels: 3, background: '#ffffff' } })
            .png()
            .toBuffer(),
          left: 0,
          top: 0,
        },
      ])
      .withMetadata({ orientation: 6, exif: { IFD0: { Copyright: 'Carol' } } })
      .jpeg()
      .toBuffer()
    const turned = await world.carol.api.setAvatar(
      {},
      { files: [new File([new Uint8Array(tall)], 'turned.jpg')] },
    )
    const { bytes } = await look(world, turned.avatar_url)
    expect((await sharp(bytes).metadata()).exif).toBeUndefined()
    const corner = (left: number) =>
      sharp(bytes).extract({ left, top: 50, width: 1, height: 1 }).raw().toBuffer()
    expect((await corner(90))[0]).toBeGreaterThan(200)
    expect((await corner(10))[0]).toBeLessThan(50)
  })

  it('must be one decodable file of at most 5 MiB; otherwise nothing changes', async () => {
    const world = await createWorld()
    const { carol } = world
    const before = await carol.api.getOwnUser()
    const png = await picture('me.png', { width: 300, height: 300 })
    const named = (name: string, content: string | Uint8Array<ArrayBuffer> = 'x') => new File([content], name)
    const whole = new Uint8Array(await png.arrayBuffer())
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
    const refused: [string, File[], object][] = [
      ['no file', [], withReason('body-not-one-file')],
      ['two files', [png, png], withReason('body-not-one-file')],
      [
        'too large',
        [named('me.png', new Uint8Array(5 * 1024 * 1024 + 1))],
        withReason('picture-file-too-large', { max: 5 }),
      ],
      ['no name', [new File([whole], '')], withReason('body-not-one-file')],
      ['no extension', [new File([whole], 'me')], badType],
      ['another extension', [new File([whole], 'me.txt')], badType],
      ['a program', [named('me.svg', svg)], badType],
      ['a program in disguise', [named('me.png', svg)], badType],
      ['noise', [named('me.png')], badType],
      ['nothing', [named('me.png', '')], badType],
      [
        'half a picture',
        [named('me.png', whole.slice(0, whole.length / 2))],
        withReason('picture-unreadable'),
      ],
      ['too many pixels in all frames', [hugeGif(100, 100, 9_001)], withReason('picture-too-large')],
    ]
    for (const [what, files, error] of refused) {
      await expect(carol.api.setAvatar({}, { files }), what).rejects.toMatchObject(error)
    }
    expect(await carol.api.getOwnUser()).toEqual(before)
    expect(await readdir(join(world.app.config.dataDir, 'files')).catch(() => [])).toEqual([])
    // As many pixels as are allowed are no trouble.
    await carol.api.setAvatar({}, { files: [hugeGif(100, 100, 9_000)] })
  })

  it('is replaced by the external avatar when removed, and deleted a day later', async () => {
    const world = await createWorld()
    const { carol } = world
    const { avatar_url: old } = await carol.api.setAvatar({}, { files: [await picture('me.png')] })
    const { avatar_url } = await carol.api.removeAvatar()
    expect(avatar_url).toContain('https://secure.gravatar.com/avatar/')
    const { avatar_source, realm_users } = await carol.api.register({ client_external_avatar: true })
    expect(avatar_source).toBe('G')
    const me = realm_users?.find((user) => user.user_id === carol.id)
    expect(me).toMatchObject({ avatar_version: 3, avatar_url: null })
    expect((await look(world, old)).status).toBe(200)
    await runJobs(world)
    expect((await look(world, old)).status).toBe(200)
    await sql`update graphile_worker._private_jobs set run_at = now() - interval '1 second'`.execute(
      world.app.database.db,
    )
    await runJobs(world)
    expect((await look(world, old)).status).toBe(404)
  })

  it('can be changed only by administrators if the organization prevents avatar changes', async () => {
    const world = await createWorld()
    const { alice, bob, carol } = world
    const files = [await picture('me.png')]
    await carol.api.setAvatar({}, { files })
    await alice.api.updateRealm({ avatar_changes_disabled: true })
    await expect(carol.api.setAvatar({}, { files })).rejects.toMatchObject(withReason('avatar-change-denied'))
    await expect(carol.api.removeAvatar()).rejects.toMatchObject(withReason('avatar-change-denied'))
    await bob.api.setAvatar({}, { files })
    await bob.api.removeAvatar()
  })

  it('is published to everyone in events that reproduce the state; the owner of a bot receives two', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const files = [await picture('me.png')]
    const bot = await addBot(world, carol)
    await expectEventsToReproduceState(dave, () => carol.api.setAvatar({}, { files }))
    await expectEventsToReproduceState(carol, () => carol.api.setAvatar({}, { files }))
    await expectEventsToReproduceState(carol, () => bot.api.setAvatar({}, { files }))
    await expectEventsToReproduceState(carol, () => carol.api.removeAvatar())

    let avatar_url = ''
    const events = await eventsDuring(carol, async () => {
      ;({ avatar_url } = await bot.api.setAvatar({}, { files }))
    })
    const { user } = await dave.api.getUser({ user_id: bot.id })
    const person = { user_id: bot.id, avatar_source: 'U', avatar_version: 3, avatar_url }
    expect(user).toMatchObject({ avatar_url, avatar_version: 3 })
    expect(events).toMatchObject([
      {
        type: 'realm_user',
        op: 'update',
        person: { ...person, avatar_url_medium: expect.stringContaining('-medium') },
      },
      { type: 'realm_bot', op: 'update', bot: { user_id: bot.id, avatar_url } },
    ])
  })

  it('is included in messages and lists even for clients that can compute the URL', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    await carol.api.sendMessage({ type: 'channel', to: 'general', topic: 't', content: 'hi' })
    const shown = async () => {
      const { messages } = await dave.api.getMessages({ anchor: 'newest', num_before: 1, num_after: 0 })
      const { members } = await dave.api.getUsers()
      return [messages[0]?.avatar_url, members.find((user) => user.user_id === carol.id)?.avatar_url]
    }
    expect(await shown()).toEqual([null, null])
    const { avatar_url } = await carol.api.setAvatar({}, { files: [await picture('me.png')] })
    expect(await shown()).toEqual([avatar_url, avatar_url])
    // An address that changes does not change the picture.
    const events = await eventsDuring(dave, () =>
      world.alice.api.updateUser({ user_id: carol.id, new_email: 'caro@example.com' }),
    )
    expect(events.some((event) => 'person' in event && 'avatar_url' in event.person)).toBe(false)
  })
})
