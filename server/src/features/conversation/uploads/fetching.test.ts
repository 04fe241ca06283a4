import { bodyWithReason, createWorld, type Person, type World, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { attachmentsOf, fetched, statusFor, uploaded, words } from './testing/fixtures.ts'

/** Sends a message with a file in it. */
const share = async (by: Person, to: string | number[], link: string) =>
  (
    await by.api.sendMessage(
      typeof to === 'string'
        ? { type: 'channel', to, topic: 'figs', content: link }
        : { type: 'direct', to, content: link },
    )
  ).id

const open = async (by: Person, name: string, people: Person[], privacy: object) =>
  await by.api.subscribe({
    subscriptions: [{ name }],
    principals: people.map(({ id }) => id),
    ...privacy,
  })

async function temporaryUrlOf(world: World, person: Person, url: string): Promise<string> {
  const response = await world.raw(`/api/v1${encodeURI(url)}`, { as: person })
  return ((await response.json()) as { url: string }).url
}

describe('An uploaded file', () => {
  it('is shown inline if that is safe in browsers, otherwise downloaded, and supports ranges', async () => {
    const world = await createWorld()
    const { carol } = world
    const rows: [string, string, 'inline' | 'attachment'][] = [
      ['a.png', 'image/png', 'inline'],
      ['a.mp4', 'video/mp4', 'inline'],
      ['a.pdf', 'application/pdf', 'attachment'],
      ['a.zip', 'application/zip', 'attachment'],
      ['a.svg', 'application/octet-stream', 'attachment'],
      ['a.html', 'application/octet-stream', 'attachment'],
      ['a.js', 'application/octet-stream', 'attachment'],
      ['a.xml', 'application/octet-stream', 'attachment'],
      ['a.bin', 'application/octet-stream', 'attachment'],
    ]
    for (const [name, type, disposition] of rows) {
      const { url } = await uploaded(carol, words(name, '<script>alert(1)</script>'))
      const { status, headers, text } = await fetched(world, url, carol)
      expect({ status, text }, name).toEqual({ status: 200, text: '<script>alert(1)</script>' })
      expect(Object.fromEntries(headers), name).toMatchObject({
        'content-type': type,
        'content-disposition': `${disposition}; filename="${name}"`,
        'cache-control': 'private, immutable',
        'x-content-type-options': 'nosniff',
        'accept-ranges': 'bytes',
        'content-security-policy': expect.stringMatching(/^default-src 'none';.*sandbox$/),
      })
      const saved = await fetched(world, url.replace('/user_uploads/', '/user_uploads/download/'), carol)
      expect(saved.headers.get('content-disposition'), name).toBe(`attachment; filename="${name}"`)
    }

    // The type that the sender gives does not matter.
    for (const type of [
      'text/javascript',
      'application/ecmascript',
      'text/css',
      'application/xhtml+xml',
      'image/svg',
    ]) {
      const { url } = await uploaded(carol, words('a.png', 'alert(1)', type))
      for (const path of [url, await temporaryUrlOf(world, carol, url)]) {
        const { headers } = await fetched(world, path, carol)
        expect(headers.get('content-type'), type).toBe('application/octet-stream')
        expect(headers.get('content-disposition'), type).toMatch(/^attachment/)
      }
    }

    const { url } = await uploaded(carol, words('фиги "1".txt', '0123456789'))
    const whole = await fetched(world, encodeURI(url), carol)
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': `inline; filename="____ _1_.txt"; filename*=UTF-8''%D1%84%D0%B8%D0%B3%D0%B8%20%221%22.txt`,
      'content-length': '10',
    })
    const part = await fetched(world, encodeURI(url), carol, { range: 'bytes=2-4' })
    expect(part).toMatchObject({ status: 206, text: '234' })
    expect(part.headers.get('content-range')).toBe('bytes 2-4/10')
    const beyond = await fetched(world, encodeURI(url), carol, { range: 'bytes=10-' })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */10'])
    const head = await world.raw(encodeURI(url), { as: carol, method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '10'])
    const key = await fetched(world, `${encodeURI(url)}?api_key=${carol.apiKey}`)
    expect(key.status).toBe(200)
  })

  it('that is missing or not visible to the caller gives an error in the requested format', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const { url, pathId } = await uploaded(carol)
    const nowhere = '/user_uploads/2/abc/figs.txt'
    const odd = ['/user_uploads/', '/user_uploads/2', '/user_uploads/9/x/y', '/user_uploads/2/%00/x', nowhere]
    for (const path of odd) expect(await statusFor(world, path, carol), path).toBe(404)
    for (const [path, status] of [
      [nowhere, 404],
      [url, 403],
    ] as const) {
      const page = await fetched(world, path, dave, { accept: 'text/html,image/png;q=0.5,*/*;q=0.1' })
      expect([page.status, page.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8'])
      expect(page.headers.get('vary')).toBe('Accept')
      for (const accept of ['image/png', 'image/avif,image/png,image/*;q=0.8,*/*;q=0.5']) {
        const image = await fetched(world, path, dave, { accept })
        expect([image.status, image.headers.get('content-type')], accept).toEqual([status, 'image/png'])
        expect(image.text, accept).toMatch(/PNG/)
      }
      expect((await fetched(world, path, dave, { accept: '*/*' })).headers.get('content-type')).toMatch(
        /html/,
      )
    }
    for (const path of [url, nowhere, `/user_uploads/thumbnail/${pathId}/840x560.webp`]) {
      const nobody = await fetched(world, `${path}?x=1`)
      expect([nobody.status, nobody.headers.get('location')], path).toEqual([
        302,
        `/login?next=${encodeURIComponent(`${path}?x=1`)}`,
      ])
    }
    expect(await statusFor(world, `${url}?api_key=${'x'.repeat(32)}`)).toBe(401)
    expect(await statusFor(world, `/user_uploads/thumbnail/${pathId}/840x560.webp`, carol)).toBe(404)
    expect(await statusFor(world, `/user_uploads/thumbnail/${pathId}`, carol)).toBe(404)
    const loader = await fetched(world, '/static/images/loading/loader-black.svg')
    expect([loader.status, loader.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
  })

  it('has a temporary URL that needs no login, valid for a minute', async () => {
    const world = await createWorld()
    const { carol, dave, anyone } = world
    const { url, pathId } = await uploaded(carol, words('фиги.txt', 'ripe'))
    const [realm, ...rest] = pathId.split('/')
    const wanted = { realm_id_str: Number(realm), filename: rest.join('/') }
    const { url: address } = await carol.api.getFileUrl(wanted)
    expect(address).toMatch(/^\/user_uploads\/temporary\/[\w.-]+\/%D1%84%D0%B8%D0%B3%D0%B8\.txt$/)
    expect(await fetched(world, address)).toMatchObject({ status: 200, text: 'ripe' })
    // As other clients send it, and with the slash escaped.
    for (const path of [
      `/api/v1${encodeURI(url)}`,
      `/api/v1/user_uploads/2/${encodeURIComponent(wanted.filename)}`,
    ]) {
      expect(await statusFor(world, path, carol), path).toBe(200)
    }
    await expect(dave.api.getFileUrl(wanted)).rejects.toMatchObject(withReason('file-access-denied'))
    await expect(anyone.getFileUrl(wanted)).rejects.toMatchObject(withReason('authentication-required'))
    for (const other of [
      { ...wanted, filename: 'x/y' },
      { ...wanted, realm_id_str: 3 },
      { ...wanted, filename: wanted.filename.replace('.txt', '') },
    ]) {
      await expect(carol.api.getFileUrl(other)).rejects.toMatchObject(withReason('file-not-found'))
    }
    const [, , , token = '', name = ''] = address.split('/')
    const wrong = [
      [token, `${name}x`],
      [token.slice(0, -1), name],
      [token.replace(/^\d+/, '999'), name],
      [token.replace(/\.\d+\./, '.9999999999999.'), name],
      ['x', name],
    ]
    const expectExpired = async (path: string) => {
      const { status, text } = await fetched(world, path)
      expect([status, JSON.parse(text)], path).toMatchObject([400, bodyWithReason('file-link-expired')])
    }
    for (const [one, two] of wrong) await expectExpired(`/user_uploads/temporary/${one}/${two}`)
    world.clock.advance(59)
    expect((await fetched(world, address)).status).toBe(200)
    world.clock.advance(2)
    await expectExpired(address)
    const { url: fresh } = await carol.api.getFileUrl(wanted)
    const [attachment] = await attachmentsOf(carol)
    await carol.api.deleteAttachment({ attachment_id: attachment?.id ?? 0 })
    await expectExpired(fresh)
  })
})

describe('Access to a file', () => {
  const readers = ['alice', 'bob', 'mona', 'carol', 'dave', 'greta'] as const
  const whoFetches = async (world: World, url: string) => {
    const able: string[] = []
    for (const name of readers) if ((await statusFor(world, url, world[name])) === 200) able.push(name)
    return able.join(' ')
  }

  it('follows from the messages that link to it', async () => {
    const world = await createWorld()
    const { carol, dave, greta, mona, bob } = world
    await open(carol, 'orchard', [carol, dave], {})
    await open(carol, 'shared', [carol, dave, greta], {
      invite_only: true,
      history_public_to_subscribers: true,
    })
    await open(carol, 'protected', [carol, dave], { invite_only: true, history_public_to_subscribers: false })
    await open(carol, 'granting', [carol], {
      invite_only: true,
      history_public_to_subscribers: true,
      can_subscribe_group: { direct_members: [bob.id], direct_subgroups: [] },
    })
    const file = async () => await uploaded(carol)

    const unlinked = await file()
    const everyone = await file()
    const moved = await share(carol, 'orchard', everyone.link)
    const guestToo = await file()
    await share(carol, 'shared', guestToo.link)
    const hidden = await file()
    await share(carol, 'protected', hidden.link)
    const granted = await file()
    await share(carol, 'granting', granted.link)
    const direct = await file()
    await share(carol, [mona.id], direct.link)
    // A link by a user without access gives no access.
    await share(dave, 'orchard', unlinked.link)
    // A link by a user with access does.
    const passedOn = await file()
    await share(carol, [mona.id], passedOn.link)
    await share(mona, 'orchard', passedOn.link)

    const rows: [string, { url: string }, string][] = [
      ['unlinked', unlinked, 'carol'],
      ['in a public channel', everyone, 'alice bob mona carol dave'],
      ['in a private one', guestToo, 'carol dave greta'],
      ['in one with a protected history', hidden, 'carol dave'],
      ['in one that others may join', granted, 'bob carol'],
      ['in a direct message', direct, 'mona carol'],
      ['passed on', passedOn, 'alice bob mona carol dave'],
    ]
    for (const [what, { url }, able] of rows) expect(await whoFetches(world, url), what).toBe(able)

    // New subscribers see shared history, but not protected history.
    await open(carol, 'shared', [mona], {})
    await open(carol, 'protected', [mona], {})
    expect(await whoFetches(world, guestToo.url)).toBe('mona carol dave greta')
    expect(await whoFetches(world, hidden.url)).toBe('carol dave')
    // Files move with their message.
    const { stream_id } = await carol.api.getChannelId({ stream: 'shared' })
    await carol.api.updateMessage({ message_id: moved, stream_id })
    expect(await whoFetches(world, everyone.url)).toBe('mona carol dave greta')
    // The same through another process.
    const { url: elsewhere } = await world.secondNode()
    const response = await fetch(`${elsewhere}${guestToo.url}?api_key=${mona.apiKey}`)
    expect(response.status).toBe(200)
  })

  it('is open to spectators in web-public channels, a thousand times a day', async () => {
    const world = await createWorld({ config: { rateLimits: true, webPublicChannels: true } })
    const { alice, carol, greta } = world
    await alice.api.updateRealm({ enable_spectator_access: true })
    await open(alice, 'plaza', [alice, carol], { is_web_public: true })
    const { url, link, pathId } = await uploaded(carol)
    const other = await uploaded(carol)
    await share(carol, 'general', other.link)
    expect(await statusFor(world, url)).toBe(302)
    await share(carol, 'plaza', link)
    expect(await statusFor(world, url)).toBe(200)
    expect(await statusFor(world, url, greta)).toBe(200)
    expect(await statusFor(world, other.url)).toBe(302)
    const [realm, ...rest] = pathId.split('/')
    const { url: address } = await world.anyone.getFileUrl({
      realm_id_str: Number(realm),
      filename: rest.join('/'),
    })
    expect(await statusFor(world, address)).toBe(200)
    const [attachment] = await attachmentsOf(carol)
    for (let n = 0; n < 999; n++) world.app.limiter.take('spectatorFile', attachment?.id ?? 0)
    expect(await statusFor(world, url)).toBe(302)
    expect(await statusFor(world, url, greta)).toBe(200)
    world.clock.advance(3_600)
    world.app.limiter.sweep()
    expect(await statusFor(world, url)).toBe(302)
    world.clock.advance(86_400)
    expect(await statusFor(world, url)).toBe(200)
  })
})
