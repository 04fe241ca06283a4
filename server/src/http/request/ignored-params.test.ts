import { bodyWithReason, createWorld, type World } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'

const ignoredBy = async (world: World, path: string, init: RequestInit = {}) => {
  const response = await world.raw(`/api/v1${path}`, { as: world.alice, ...init })
  const body = (await response.json()) as Record<string, unknown>
  return { status: response.status, ignored: body.ignored_parameters_unsupported, body }
}
const form = (text: string) => ({ method: 'POST', body: new URLSearchParams(text) })

describe('ignored_parameters_unsupported', () => {
  it('lists the unknown parameters of a success in order, each once', async () => {
    const world = await createWorld()
    const register = '/register?zebra=1&apple=1'
    expect(await ignoredBy(world, register, form('mango=1&event_types=[]&apple=2&berry=3'))).toMatchObject({
      status: 200,
      ignored: ['zebra', 'apple', 'mango', 'berry'],
    })
    expect((await ignoredBy(world, '/users/me?b=1&a=2&b=3')).ignored).toEqual(['b', 'a'])
  })

  it('is computed on endpoints without parameters too, with and without authentication', async () => {
    const world = await createWorld()
    expect((await ignoredBy(world, '/server_settings?x=1')).ignored).toEqual(['x'])
    expect((await ignoredBy(world, '/streams/1?stream_id=1')).ignored).toEqual(['stream_id'])
  })

  it('is absent if every parameter is known', async () => {
    const world = await createWorld()
    for (const path of ['/users/me', '/users?client_external_avatar=true', '/get_stream_id?stream=general']) {
      const { status, body } = await ignoredBy(world, path)
      expect(status).toBe(200)
      expect(body).not.toHaveProperty('ignored_parameters_unsupported')
    }
  })

  it('never lists client or a known parameter without effect', async () => {
    const world = await createWorld()
    expect((await ignoredBy(world, '/users/me?client=Probe')).body).not.toHaveProperty(
      'ignored_parameters_unsupported',
    )
    const direct = form(`type=direct&to=[${world.bob.id}]&subject=unused&content=hi&client=Probe`)
    expect((await ignoredBy(world, '/messages', direct)).body).not.toHaveProperty(
      'ignored_parameters_unsupported',
    )
  })

  it('lists `method`, which does not replace the verb here', async () => {
    const world = await createWorld()
    expect((await ignoredBy(world, '/register?method=GET', form('event_types=[]'))).ignored).toEqual([
      'method',
    ])
  })

  it('lists text parts of a multipart body but not its files', async () => {
    const world = await createWorld()
    const body = new FormData()
    body.set('file', new Blob(['bytes']), 'a.txt')
    body.set('event_types', '[]')
    body.set('mystery', 'x')
    expect(await ignoredBy(world, '/register', { method: 'POST', body })).toMatchObject({
      status: 200,
      ignored: ['mystery'],
    })
  })

  it('never appears in an error', async () => {
    const world = await createWorld()
    const { status, body } = await ignoredBy(world, '/get_stream_id?stream=nowhere&x=1')
    expect(status).toBe(400)
    expect(body).toEqual(bodyWithReason('channel-not-found'))
  })

  it('is part of a response of GET /events', async () => {
    const world = await createWorld()
    const { queue_id, last_event_id } = await world.alice.api.register({ event_types: [] })
    const poll = `/events?queue_id=${queue_id}&last_event_id=${last_event_id}&dont_block=true&x=1`
    expect((await ignoredBy(world, poll)).ignored).toEqual(['x'])
  })
})
