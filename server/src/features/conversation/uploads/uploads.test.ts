import { File } from 'node:buffer'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import {
  basicAuth,
  createWorld,
  eventually,
  expectEventsToReproduceState,
  type Person,
  runJobs,
  type World,
  watched,
  withReason,
} from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { attachmentsOf, fetched, statusFor, uploaded, words } from './testing/fixtures.ts'

async function send(world: World, body: FormData | string, headers: Record<string, string> = {}) {
  const response = await world.raw('/api/v1/user_uploads', { as: world.carol, method: 'POST', body, headers })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

/** What is in the storage. */
const stored = async ({ app }: World) =>
  (await readdir(join(app.config.dataDir, 'files', 'uploads'), { recursive: true }).catch(() => [])).filter(
    (name) => name.endsWith('file'),
  )

const form = (...files: File[]) => {
  const data = new FormData()
  for (const [n, file] of files.entries()) data.append(`part ${n}`, file as unknown as Blob)
  return data
}

describe('uploading a file', () => {
  it('gives it an address, tells its owner, and lists it', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const file = words('My (best) фиги.txt', 'ripe', 'text/plain')
    let url = ''
    const told = await watched({ carol, dave }, async () => {
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
    expect(told.carol).toMatchObject([{ type: 'attachment', op: 'add', attachment, upload_space_used: 4 }])
    expect(told.dave).toEqual([])
    expect(await attachmentsOf(dave)).toEqual([])
    await uploaded(dave, words('other.bin', 'xxxxxx'))
    expect(await carol.api.getAttachments()).toMatchObject({ upload_space_used: 10 })
    expect(await fetched(world, encodeURI(url), carol)).toMatchObject({ status: 200, text: 'ripe' })
  })

  it('needs exactly one file in a form, and leaves nothing of what is refused', async () => {
    const world = await createWorld({ config: { uploadLimit: 1 } })
    const large = new File([new Uint8Array(1_048_577)], 'large.bin')
    const multipart = { 'content-type': 'multipart/form-data; boundary=b' }
    const part = '--b\r\ncontent-disposition: form-data; name="f"; filename="x"\r\n\r\nfigs'
    const rows: [string, FormData | string, Record<string, string>, string][] = [
      ['no file', form(), {}, 'Send exactly one file.'],
      ['two files', form(words('a'), words('b')), {}, 'Send exactly one file.'],
      ['no form', 'figs', { 'content-type': 'text/plain' }, 'Send exactly one file.'],
      ['no boundary', part, { 'content-type': 'multipart/form-data' }, 'Send exactly one file.'],
      [
        'a form of another kind',
        'file=figs',
        { 'content-type': 'application/x-www-form-urlencoded' },
        'Send exactly one file.',
      ],
      ['an end that is missing', part, multipart, 'The multipart body is malformed.'],
      ['a byte too many', form(large), {}, 'The file is larger than 1 MiB.'],
      ['a byte too many, then another', form(large, words('b')), {}, 'The file is larger than 1 MiB.'],
      [
        'far too many',
        form(new File([new Uint8Array(5_000_000)], 'x')),
        {},
        'The file is larger than 1 MiB.',
      ],
    ]
    for (const [what, body, headers, msg] of rows) {
      expect(await send(world, body, headers), what).toMatchObject({
        status: 400,
        body: { code: 'BAD_REQUEST', msg },
      })
    }
    expect(await stored(world)).toEqual([])
    expect(await world.carol.api.getAttachments()).toEqual({ attachments: [], upload_space_used: 0 })
    const nobody = await world.raw('/api/v1/user_uploads', { method: 'POST', body: form(words('a')) })
    expect(nobody.status).toBe(401)
    // What fits exactly is taken, and so is nothing.
    await uploaded(world.carol, new File([new Uint8Array(1_048_576)], 'fits'))
    await uploaded(world.carol, words('empty', ''))
    expect(await stored(world)).toHaveLength(2)
    expect((await world.carol.api.register({})).max_file_upload_size_mib).toBe(1)
  })

  it('stops at the quota of the organization, also when two come at once', async () => {
    const world = await createWorld({ config: { uploadLimit: 3, uploadQuota: 2 } })
    const { carol, dave } = world
    expect((await carol.api.register({})).realm_upload_quota_mib).toBe(2)
    const megabyte = () => new File([new Uint8Array(1_048_576)], 'x')
    const three = await Promise.allSettled([carol, dave, carol].map((one) => uploaded(one, megabyte())))
    expect(three.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    const refused = { code: 'REALM_UPLOAD_QUOTA', status: 400 }
    expect(three.flatMap((one) => ('reason' in one ? [one.reason] : []))).toMatchObject([refused])
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

describe('files that come at once', () => {
  /** Sends a file without saying how large it is, and never ends it. */
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

  it('count toward the quota while they are coming, also if nobody said how large they are', async () => {
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
    expect(await other.answer).toContain('REALM_UPLOAD_QUOTA')
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

describe('deleting a file', () => {
  it('is for its owner, takes it from everyone at once and from the storage soon', async () => {
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
