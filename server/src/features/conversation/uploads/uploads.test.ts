import { File } from 'node:buffer'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import {
  basicAuth,
  bodyWithReason,
  createWorld,
  eventsPerUser,
  eventually,
  expectEventsToReproduceState,
  type Person,
  runJobs,
  type World,
  withReason,
} from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { attachmentsOf, fetched, statusFor, uploaded, words } from './testing/fixtures.ts'

async function send(world: World, body: FormData | string, headers: Record<string, string> = {}) {
  const response = await world.raw('/api/v1/user_uploads', { as: world.carol, method: 'POST', body, headers })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

/** Names of the stored files. */
const stored = async ({ app }: World) =>
  (await readdir(join(app.config.dataDir, 'files', 'uploads'), { recursive: true }).catch(() => [])).filter(
    (name) => name.endsWith('file'),
  )

const form = (...files: File[]) => {
  const data = new FormData()
  for (const [n, file] of files.entries()) data.append(`part ${n}`, file as unknown as Blob)
  return data
}

describe('Uploading a file', () => {
  it('gives it a URL, sends an event to its owner, and lists it', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const file = words('My (best) фиги.txt', 'ripe', 'text/plain')
    let url = ''
    const received = await eventsPerUser({ carol, dave }, async () => {
      const data = form(file)
      data.append('unknown', 'x')
      data.append('client', 'website')
      const { status, body } = await send(world, data)
      expect({ status, ...body }).toMatchObject({
        status: 200,
        filename: 'My (best) фиги.txt',
        ignored_parameters_unsupported: ['unknown'],
        url: expect.stringMatching(/^\/user_uploads\/2\/[a-z2-7]{32}\/My-best-фиги\.txt$/),
        uri: body.url,
      })
      url = String(body.url)
    })
    const [attachment] = await attachmentsOf(carol)
    expect(attachment).toEqual({
      id: expect.any(Number),
      name: 'My (best) фиги.txt',
      path_id: url.slice('/user_uploads/'.length),
      size: 4,
      // Milliseconds, unlike everywhere else.
      create_time: world.clock.now(),
      messages: [],
    })
    expect(received.carol).toMatchObject([
      { type: 'attachment', op: 'add', attachment, upload_space_used: 4 },
    ])
    expect(received.dave).toEqual([])
    expect(await attachmentsOf(dave)).toEqual([])
    await uploaded(dave, words('other.bin', 'xxxxxx'))
    expect(await carol.api.getAttachments()).toMatchObject({ upload_space_used: 10 })
    expect(await fetched(world, encodeURI(url), carol)).toMatchObject({ status: 200, text: 'ripe' })
  })

  it('needs exactly one file in a form, and stores nothing of a rejected request', async () => {
    const world = await createWorld({ config: { uploadLimit: 1 } })
    const large = new File([new Uint8Array(1_048_577)], 'large.bin')
    const multipart = { 'content-type': 'multipart/form-data; boundary=b' }
    const part = '--b\r\ncontent-disposition: form-data; name="f"; filename="x"\r\n\r\nfigs'
    const notOneFile = bodyWithReason('body-not-one-file')
    const tooLarge = bodyWithReason('upload-too-large', { max: 1 })
    const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' }
    const rows: [string, FormData | string, Record<string, string>, object][] = [
      ['no file', form(), {}, notOneFile],
      ['two files', form(words('a'), words('b')), {}, notOneFile],
      ['no form', 'figs', { 'content-type': 'text/plain' }, notOneFile],
      ['no boundary', part, { 'content-type': 'multipart/form-data' }, notOneFile],
      ['a form of another type', 'file=figs', urlencoded, notOneFile],
      ['a missing end', part, multipart, bodyWithReason('body-multipart-malformed')],
      ['one byte too many', form(large), {}, tooLarge],
      ['one byte too many, then another file', form(large, words('b')), {}, tooLarge],
      ['far too many bytes', form(new File([new Uint8Array(5_000_000)], 'x')), {}, tooLarge],
    ]
    for (const [what, body, headers, error] of rows) {
      expect(await send(world, body, headers), what).toMatchObject({ status: 400, body: error })
    }
    expect(await stored(world)).toEqual([])
    expect(await world.carol.api.getAttachments()).toEqual({ attachments: [], upload_space_used: 0 })
    const nobody = await world.raw('/api/v1/user_uploads', { method: 'POST', body: form(words('a')) })
    expect(await nobody.json()).toMatchObject(bodyWithReason('authentication-required'))
    // A file of exactly the maximum size is accepted, and so is an empty one.
    await uploaded(world.carol, new File([new Uint8Array(1_048_576)], 'fits'))
    await uploaded(world.carol, words('empty', ''))
    expect(await stored(world)).toHaveLength(2)
    expect((await world.carol.api.register({})).max_file_upload_size_mib).toBe(1)
  })

  it('stops at the quota of the organization, even for concurrent uploads', async () => {
    const world = await createWorld({ config: { uploadLimit: 3, uploadQuota: 2 } })
    const { carol, dave } = world
    expect((await carol.api.register({})).realm_upload_quota_mib).toBe(2)
    const megabyte = () => new File([new Uint8Array(1_048_576)], 'x')
    const three = await Promise.allSettled([carol, dave, carol].map((one) => uploaded(one, megabyte())))
    expect(three.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect(three.flatMap((one) => ('reason' in one ? [one.reason] : []))).toMatchObject([
      withReason('upload-quota-exceeded'),
    ])
    await expect(uploaded(dave, new File([new Uint8Array(3_000_000)], 'x'))).rejects.toMatchObject(
      withReason('upload-quota-exceeded'),
    )
    expect(await stored(world)).toHaveLength(2)
    const [own] = [...(await attachmentsOf(carol)), ...(await attachmentsOf(dave))]
    const owner = (await attachmentsOf(carol)).length > 0 ? carol : dave
    await owner.api.deleteAttachment({ attachment_id: own?.id ?? 0 })
    await uploaded(carol, megabyte())
  })
})

describe('Concurrent uploads', () => {
  /** Starts sending a file of unknown size. */
  async function endless(world: World, person: Person, bytes: number) {
    const boundary = 'plums'
    const sent = request(`${world.url}/api/v1/user_uploads`, {
      method: 'POST',
      headers: {
        authorization: basicAuth(person.email, person.apiKey),
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
    })
    sent.on('error', () => {})
    const answer = new Promise<string>((resolve) => {
      sent.on('response', (response) => {
        let text = ''
        response.on('data', (chunk) => (text += chunk)).on('end', () => resolve(text))
      })
    })
    sent.write(`--${boundary}\r\ncontent-disposition: form-data; name="f"; filename="f.bin"\r\n\r\n`)
    sent.write(Buffer.alloc(bytes))
    return { sent, answer, end: () => sent.end(`\r\n--${boundary}--\r\n`) }
  }

  it('count toward the quota while in progress, even without an announced size', async () => {
    const world = await createWorld({ config: { uploadLimit: 2, uploadQuota: 2 } })
    const { carol, dave } = world
    const coming = await endless(world, carol, 1_500_000)
    const { db } = world.app.database
    await eventually(async () => {
      const { bytes } = await db.selectFrom('upload_reservation').select('bytes').executeTakeFirstOrThrow()
      if (bytes < 1_500_000) throw new Error('not yet')
    })
    await expect(uploaded(dave, new File([new Uint8Array(700_000)], 'x'))).rejects.toMatchObject(
      withReason('upload-quota-exceeded'),
    )
    const other = await endless(world, dave, 700_000)
    expect(JSON.parse(await other.answer)).toMatchObject(bodyWithReason('upload-quota-exceeded'))
    coming.end()
    expect(await coming.answer).toContain('"result":"success"')
    const again = await endless(world, carol, 400_000)
    again.sent.destroy()
    await eventually(async () => {
      if ((await db.selectFrom('upload_reservation').selectAll().execute()).length > 0)
        throw new Error('left')
    })
    expect(await stored(world)).toHaveLength(1)
    await uploaded(dave, new File([new Uint8Array(500_000)], 'x'))
  })
})

describe('Deleting a file', () => {
  it('is for its owner, hides it from everyone immediately and removes it from storage soon', async () => {
    const world = await createWorld()
    const { carol, dave, alice } = world
    const { url, link } = await uploaded(carol)
    const kept = await uploaded(carol, words('kept.txt', 'plums'))
    await carol.api.sendMessage({ type: 'channel', to: 'general', topic: 'figs', content: link })
    const [attachment] = await attachmentsOf(carol)
    const attachment_id = attachment?.id ?? 0
    for (const other of [dave, alice]) {
      await expect(other.api.deleteAttachment({ attachment_id })).rejects.toMatchObject(
        withReason('attachment-not-found'),
      )
    }
    expect(await statusFor(world, url, dave)).toBe(200)
    const events = await expectEventsToReproduceState(carol, () =>
      carol.api.deleteAttachment({ attachment_id }),
    )
    expect(events).toMatchObject([
      { type: 'attachment', op: 'remove', attachment: { id: attachment_id }, upload_space_used: 5 },
    ])
    expect(await statusFor(world, url, carol)).toBe(404)
    await expect(carol.api.deleteAttachment({ attachment_id })).rejects.toMatchObject(
      withReason('attachment-not-found'),
    )
    expect(await stored(world)).toHaveLength(2)
    await runJobs(world)
    expect(await stored(world)).toHaveLength(1)
    expect(await statusFor(world, kept.url, carol)).toBe(200)
    expect((await attachmentsOf(carol)).map(({ name }) => name)).toEqual(['kept.txt'])
  })
})
