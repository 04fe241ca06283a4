import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import type { Reason } from '@loquat/contract'
import {
  Browser,
  basicAuth,
  bodyWithReason,
  createWorld,
  eventsPerUser,
  eventTypesOf,
  eventually,
  type Person,
  type World,
  withReason,
} from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { deleteUnusedUploads } from './jobs.ts'
import { attachmentsOf, fetched, uploaded, words } from './testing/fixtures.ts'

const version = { 'tus-resumable': '1.0.0' }
const octets = { 'content-type': 'application/offset+octet-stream' }
const named = (name: string, type = 'text/plain') => ({
  'upload-metadata': `filename ${Buffer.from(name).toString('base64')},filetype ${Buffer.from(type).toString('base64')}`,
})

async function call(
  world: World,
  as: Person | undefined,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
) {
  const response = await world.raw(path, {
    ...(as === undefined ? {} : { as }),
    method,
    headers: { ...version, ...headers },
    ...(body === undefined ? {} : { body }),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const begin = async (world: World, as: Person | undefined, size: number, headers = named('figs.txt')) =>
  await call(world, as, 'POST', '/api/v1/tus', { 'upload-length': String(size), ...headers })
const add = async (world: World, as: Person, path: string, offset: number, body: string) =>
  await call(world, as, 'PATCH', path, { ...octets, 'upload-offset': String(offset) }, body)
const offsetOf = async (world: World, as: Person, path: string) => {
  const { status, headers } = await call(world, as, 'HEAD', path, {})
  return status === 200 ? Number(headers.get('upload-offset')) : status
}

const pieces = async ({ app }: World) =>
  await readdir(join(app.config.dataDir, 'files', 'pieces'), { recursive: true }).catch(() => [])

describe('A resumable upload', () => {
  it('arrives in chunks, through any process, and becomes a file like any other', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const begun = await begin(world, carol, 10, named('фиги (1).txt'))
    expect(begun.status).toBe(201)
    const path = begun.headers.get('location') ?? ''
    expect(path).toMatch(/^\/api\/v1\/tus\/[a-z2-7]{32}$/)
    expect((await add(world, carol, path, 0, 'ripe')).headers.get('upload-offset')).toBe('4')
    const { url } = await world.secondNode()
    const elsewhere = await fetch(`${url}${path}`, {
      method: 'PATCH',
      headers: {
        ...version,
        ...octets,
        'upload-offset': '4',
        authorization: basicAuth(carol.email, carol.apiKey),
      },
      body: ' f',
    })
    expect(elsewhere.status).toBe(204)
    expect(await offsetOf(world, carol, path)).toBe(6)
    // Other users can neither see it nor add to it.
    expect(await offsetOf(world, dave, path)).toBe(404)
    expect((await add(world, dave, path, 6, 'xxxx')).status).toBe(404)
    expect((await add(world, carol, path, 4, 'xxxx')).status).toBe(409)
    expect((await add(world, carol, path, 6, 'too much')).status).toBe(413)
    expect(await offsetOf(world, carol, path)).toBe(6)
    const received = await eventsPerUser({ carol, dave }, async () => {
      const last = await add(world, carol, path, 6, 'igs.')
      expect(last.status).toBe(200)
      expect(last.headers.get('content-type')).toBe('application/json')
      const reply = JSON.parse(last.text)
      expect(reply).toEqual({
        result: 'success',
        msg: '',
        url: expect.stringMatching(/^\/user_uploads\/2\/\w+\/фиги-1\.txt$/),
        uri: reply.url,
        filename: 'фиги (1).txt',
      })
      expect(await fetched(world, encodeURI(reply.url), carol)).toMatchObject({
        status: 200,
        text: 'ripe figs.',
      })
    })
    expect(eventTypesOf(received.carol ?? [])).toEqual(['attachment:add'])
    expect(received.dave).toEqual([])
    expect(await offsetOf(world, carol, path)).toBe(404)
    expect((await pieces(world)).filter((name) => name.includes(path.split('/').at(-1) ?? ''))).toEqual([])

    // The whole file with the first request, and an empty file.
    const once = await call(
      world,
      carol,
      'POST',
      '/api/v1/tus/',
      { ...octets, ...named('x.txt'), 'upload-length': '4' },
      'figs',
    )
    expect([once.status, JSON.parse(once.text).filename]).toEqual([200, 'x.txt'])
    expect((await begin(world, carol, 0)).status).toBe(200)
    expect((await attachmentsOf(carol)).map(({ size }) => size)).toEqual([10, 4, 0])
  })

  it('resumes after a broken connection, and expires if nobody resumes it', async () => {
    const world = await createWorld()
    const { carol } = world
    const path = (await begin(world, carol, 1_000_000)).headers.get('location') ?? ''
    await new Promise<void>((resolve) => {
      const broken = request(`${world.url}${path}`, {
        method: 'PATCH',
        headers: {
          ...version,
          ...octets,
          'upload-offset': '0',
          'content-length': '1000000',
          authorization: basicAuth(carol.email, carol.apiKey),
        },
      })
      broken.on('error', () => resolve())
      broken.write(Buffer.alloc(300_000, 'x'))
      void eventually(async () => expect(await pieces(world)).not.toEqual([])).finally(() => broken.destroy())
    })
    await expect.poll(() => offsetOf(world, carol, path)).toBeGreaterThan(0)
    const offset = await offsetOf(world, carol, path)
    expect(offset).toBeLessThanOrEqual(300_000)
    expect((await add(world, carol, path, offset, 'x'.repeat(1_000_000 - offset))).status).toBe(200)
    expect(await attachmentsOf(carol)).toMatchObject([{ size: 1_000_000 }])

    const kept = (await begin(world, carol, 9)).headers.get('location') ?? ''
    const ended = (await begin(world, carol, 9)).headers.get('location') ?? ''
    await add(world, carol, kept, 0, 'figs')
    await add(world, carol, ended, 0, 'figs')
    expect((await call(world, carol, 'DELETE', ended, {})).status).toBe(204)
    expect(await offsetOf(world, carol, ended)).toBe(404)
    world.clock.advance(86_000)
    await deleteUnusedUploads.run(world.app, {})
    expect(await offsetOf(world, carol, kept)).toBe(4)
    world.clock.advance(1_000)
    await deleteUnusedUploads.run(world.app, {})
    expect(await offsetOf(world, carol, kept)).toBe(404)
    expect((await pieces(world)).filter((name) => /[a-z2-7]{32}\//.test(name))).toEqual([])
  })

  it('needs an account or a logged-in browser with a CSRF token, and has the same limits', async () => {
    const world = await createWorld({ config: { uploadLimit: 1, uploadQuota: 1 } })
    const { carol } = world
    const expectReason = async (size: number, reason: Reason) =>
      expect(JSON.parse((await begin(world, carol, size)).text)).toMatchObject(bodyWithReason(reason))
    const anonymous = JSON.parse((await begin(world, undefined, 4)).text)
    expect(anonymous).toMatchObject(bodyWithReason('authentication-required'))
    expect((await begin(world, carol, 1_048_577)).status).toBe(413)
    const odd: [Record<string, string>, number][] = [
      [{ 'upload-length': 'many' }, 400],
      [{}, 400],
      [{ 'upload-defer-length': '1' }, 501],
      [{ 'upload-length': '4', 'upload-metadata': 'a b c' }, 400],
      [{ 'upload-length': '4', 'tus-resumable': '0.1' }, 400],
    ]
    for (const [headers, status] of odd) {
      expect((await call(world, carol, 'POST', '/api/v1/tus', headers)).status, JSON.stringify(headers)).toBe(
        status,
      )
    }
    for (const path of ['/api/v1/tus/nothing', '/api/v1/tus/%00', '/api/v1/tus/a/b']) {
      expect(await offsetOf(world, carol, path), path).toBe(404)
    }
    const options = await call(world, undefined, 'OPTIONS', '/api/v1/tus', {})
    expect(options.status).toBe(204)
    expect(options.headers.get('tus-extension')).toBe('creation,creation-with-upload,termination')
    expect(options.headers.get('tus-max-size')).toBe('1048576')

    const browser = new Browser(world)
    await browser.logIn(carol)
    const headers = { ...version, 'upload-length': '4', ...named('x') }
    const begun = await browser.send('POST /api/v1/tus', {}, headers)
    expect(begun.status).toBe(201)
    const forged = await browser.send('POST /api/v1/tus', {}, { ...headers, 'x-csrf-token': 'x' })
    const { code, msg } = bodyWithReason('csrf-token-invalid')
    expect(forged).toMatchObject({ status: 403, body: { code, msg } })

    const large = 'x'.repeat(1_000_000)
    const one = (await begin(world, carol, large.length)).headers.get('location') ?? ''
    await expectReason(100_000, 'upload-quota-exceeded')
    expect((await add(world, carol, one, 0, large)).status).toBe(200)
    await expectReason(100_000, 'upload-quota-exceeded')
    expect(await attachmentsOf(carol)).toHaveLength(1)
    for (let n = 0; n < 49; n++) expect((await begin(world, carol, 4)).status).toBe(201)
    await expectReason(4, 'unfinished-uploads-too-many')
  })

  it('counts toward the quota with its announced size, from the first byte until it is finished or canceled', async () => {
    const world = await createWorld({ config: { uploadLimit: 1, uploadQuota: 3 } })
    const { carol, dave } = world
    const megabyte = 1_048_576
    const begun = await Promise.all(
      [carol, dave, carol, dave, carol, dave].map(async (person) => ({
        person,
        answer: await begin(world, person, megabyte),
      })),
    )
    const accepted = begun.filter(({ answer }) => answer.status === 201)
    expect(accepted).toHaveLength(3)
    for (const { answer } of begun.filter((one) => !accepted.includes(one))) {
      expect(JSON.parse(answer.text)).toMatchObject(bodyWithReason('upload-quota-exceeded'))
    }
    const plain = uploaded(carol, words('small.txt', 'x'))
    await expect(plain).rejects.toMatchObject(withReason('upload-quota-exceeded'))

    const pathOf = ({ answer }: (typeof accepted)[number]) => answer.headers.get('location') ?? ''
    const [first, second, third] = accepted as [
      (typeof accepted)[0],
      (typeof accepted)[0],
      (typeof accepted)[0],
    ]
    const content = 'x'.repeat(megabyte)
    expect((await add(world, first.person, pathOf(first), 0, content)).status).toBe(200)
    expect(JSON.parse((await begin(world, carol, 1)).text)).toMatchObject(
      bodyWithReason('upload-quota-exceeded'),
    )
    expect((await call(world, second.person, 'DELETE', pathOf(second), {})).status).toBe(204)
    expect((await begin(world, carol, megabyte + 1)).status).toBe(413)
    await uploaded(carol, words('fits.txt', 'x'))
    expect(JSON.parse((await begin(world, carol, megabyte)).text)).toMatchObject(
      bodyWithReason('upload-quota-exceeded'),
    )
    expect((await add(world, third.person, pathOf(third), 0, content)).status).toBe(200)
    const { upload_space_used } = await carol.api.getAttachments()
    expect(upload_space_used).toBe(2 * megabyte + 1)
  })
})
