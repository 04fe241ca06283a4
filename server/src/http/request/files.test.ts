import { endpoints, type Reason } from '@loquat/contract'
import { bodyWithReason, createWorld, type World } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { picture } from '../../features/identity/pictures/testing/fixtures.ts'

const multipart = 'multipart/form-data; boundary=b'
const filePart = (disposition: string, content: string) =>
  `--b\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`

const send = async (world: World, body: string | FormData | Buffer, path = '/users/me/avatar') => {
  const response = await world.raw(`/api/v1${path}`, {
    as: world.carol,
    method: 'POST',
    ...(body instanceof FormData ? {} : { headers: { 'content-type': multipart } }),
    body: body instanceof Buffer ? new Uint8Array(body) : body,
  })
  return { status: response.status, ...((await response.json()) as Record<string, unknown>) }
}

describe('Files of a request', () => {
  it('are accepted under any name, with other parameters, by endpoints that accept files', async () => {
    const world = await createWorld()
    const file = await picture('me.png')
    for (const name of ['file', 'f1', 'üñ', '__proto__']) {
      const form = new FormData()
      form.append('unknown', 'x')
      form.append(name, file)
      form.append('client', 'website')
      const sent = await send(world, form)
      expect(sent, name).toMatchObject({ status: 200, ignored_parameters_unsupported: ['unknown'] })
    }
  })

  it('count as missing if they have no name or are not parts of a form', async () => {
    const world = await createWorld()
    const bytes = Buffer.from(await (await picture('me.png')).arrayBuffer()).toString('latin1')
    const nothing: [string, string][] = [
      ['a text', filePart('name="file"', bytes)],
      ['a file without a name', filePart('name="file"; filename=""', bytes)],
    ]
    const missing = bodyWithReason('body-not-one-file')
    for (const [label, body] of nothing) {
      const sent = await send(world, Buffer.from(`${body}--b--\r\n`, 'latin1'))
      expect(sent, label).toMatchObject(missing)
    }
    const form = await world.raw('/api/v1/users/me/avatar', {
      as: world.carol,
      method: 'POST',
      body: new URLSearchParams({ file: bytes }),
    })
    expect(await form.json()).toMatchObject(missing)
  })

  it('that are too large, too many or cut off are refused, and the server continues', async () => {
    const world = await createWorld()
    const part = filePart('name="f"; filename="x.png"', 'x')
    const large = (size: number) => filePart('name="f"; filename="x.png"', 'x'.repeat(size))
    const rows: [label: string, body: string, reason: Reason][] = [
      ['too large for the endpoint', `${large(6_000_000)}--b--\r\n`, 'picture-file-too-large'],
      ['too large, then another', `${large(6_000_000)}${part}--b--\r\n`, 'body-not-one-file'],
      ['many', `${part.repeat(900)}--b--\r\n`, 'body-not-one-file'],
      ['too many', `${part.repeat(1_001)}--b--\r\n`, 'parameters-too-many'],
      ['too large for a body', `${large(endpoints.setAvatar.bodyLimit)}--b--\r\n`, 'body-too-large'],
      ['broken off', part.slice(0, -3), 'body-multipart-malformed'],
      [
        'broken off in the head',
        '--b\r\ncontent-disposition: form-data; name="f"; filename="x',
        'body-multipart-malformed',
      ],
    ]
    for (const [label, body, reason] of rows) {
      expect(await send(world, body), label).toMatchObject(bodyWithReason(reason))
      // An endpoint without files skips the file, but still notices that the body is cut off.
      const elsewhere = await send(world, body, '/register')
      expect(elsewhere.status, label).toBeLessThan(500)
      if (label.startsWith('broken')) expect(elsewhere).toMatchObject(bodyWithReason(reason))
    }
    expect((await world.carol.api.getOwnUser()).avatar_version).toBe(1)
  })
})
