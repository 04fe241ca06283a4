import { defaultBodyLimit } from '@loquat/contract'
import { bodyWithReason, createWorld, type World } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'

type Body = NonNullable<RequestInit['body']>

const urlEncoded = 'application/x-www-form-urlencoded'

const call = async (world: World, method: string, path: string, body?: Body, contentType?: string) => {
  const response = await world.raw(`/api/v1${path}`, {
    as: world.alice,
    method,
    ...(body === undefined ? {} : { body }),
    ...(contentType === undefined ? {} : { headers: { 'content-type': contentType } }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const generalId = async (world: World) =>
  (await world.alice.api.getChannelId({ stream: 'general' })).stream_id
const tooMany = { status: 400, body: bodyWithReason('parameters-too-many', { max: 1_000 }) }

describe('Parameters', () => {
  it('of a GET are read from the query string only', async () => {
    const world = await createWorld()
    expect((await call(world, 'GET', '/get_stream_id?stream=general')).body.stream_id).toBe(
      await generalId(world),
    )
  })

  it('of POST, PATCH and DELETE are read from a form body', async () => {
    const world = await createWorld()
    const form = (text: string) => new URLSearchParams(text)
    const subscribed = await call(
      world,
      'POST',
      '/users/me/subscriptions',
      form('subscriptions=[{"name":"plums"}]'),
    )
    expect(subscribed.body.subscribed).toEqual({ [world.alice.id]: ['plums'] })
    const renamed = await call(world, 'PATCH', `/users/${world.carol.id}`, form('full_name=Caroline'))
    expect(renamed.status).toBe(200)
    expect((await world.alice.api.getUser({ user_id: world.carol.id })).user.full_name).toBe('Caroline')
    const closed = await call(world, 'DELETE', '/events', form('queue_id=from+the+body'))
    expect(closed.body.queue_id).toBe('from the body')
  })

  it('may be in the query string for every method', async () => {
    const world = await createWorld()
    const subscribed = await call(world, 'POST', '/users/me/subscriptions?subscriptions=[{"name":"plums"}]')
    expect(subscribed.status).toBe(200)
    expect((await call(world, 'DELETE', '/events?queue_id=x')).body.queue_id).toBe('x')
    expect((await call(world, 'PATCH', `/users/${world.carol.id}?full_name=Cara`)).status).toBe(200)
  })

  it('in the body override the query string, and the last of two equal names counts', async () => {
    const world = await createWorld()
    const send = (query: string, body: string) =>
      call(world, 'POST', `/messages${query}`, new URLSearchParams(body))
    const rest = 'type=channel&to=general&topic=t'
    await send('?content=query', `${rest}&content=body`)
    await send('', `${rest}&content=first&content=last`)
    await send('?content=first&content=last', rest)
    const { messages } = await world.alice.api.getMessages({
      anchor: 'newest',
      num_before: 3,
      num_after: 0,
      apply_markdown: false,
    })
    expect(messages.map((message) => message.content)).toEqual(['body', 'last', 'last'])
    const found = await call(world, 'GET', '/get_stream_id?stream=nowhere&stream=general')
    expect(found.body.stream_id).toBe(await generalId(world))
  })

  it('are read from a multipart body by every method that has one', async () => {
    const world = await createWorld()
    const parts = (fields: Record<string, string>) => {
      const data = new FormData()
      for (const [name, value] of Object.entries(fields)) data.append(name, value)
      data.append('attachment', new Blob(['x'.repeat(100_000)]), 'big.bin')
      return data
    }
    const subscribe = parts({ subscriptions: '[{"name":"plüms"}]' })
    expect((await call(world, 'POST', '/users/me/subscriptions', subscribe)).body.subscribed).toEqual({
      [world.alice.id]: ['plüms'],
    })
    const close = parts({ queue_id: 'first' })
    close.append('queue_id', 'last')
    expect((await call(world, 'DELETE', '/events', close)).body.queue_id).toBe('last')
    const rename = parts({ full_name: 'Caroline' })
    expect((await call(world, 'PATCH', `/users/${world.carol.id}`, rename)).status).toBe(200)
  })

  it('are not read from bodies of other types', async () => {
    const world = await createWorld()
    const kinds: [string, Body][] = [
      ['application/json', '{"queue_id":"x"}'],
      ['application/json', '{broken'],
      ['text/plain', 'queue_id=x'],
      ['application/octet-stream', new Uint8Array([0, 255, 10])],
      ['nonsense', 'queue_id=x'],
      ['application/x-www-form-urlencodedx', 'queue_id=x'],
      [';;;', 'queue_id=x'],
    ]
    for (const [contentType, body] of kinds) {
      expect(await call(world, 'DELETE', '/events', body, contentType), contentType).toMatchObject({
        status: 400,
        body: bodyWithReason('parameter-missing', { parameter: 'queue_id' }),
      })
      // The query string still counts.
      expect(await call(world, 'DELETE', '/events?queue_id=x', body, contentType), contentType).toMatchObject(
        { body: bodyWithReason('event-queue-not-found', { queue: 'x' }) },
      )
    }
  })

  it('are read for any case and parameters of the content type', async () => {
    const world = await createWorld()
    for (const contentType of [
      'application/x-www-form-urlencoded; charset=UTF-8',
      'application/x-www-form-urlencoded;charset=ascii',
      'Application/X-WWW-Form-URLEncoded',
    ]) {
      const { body } = await call(world, 'DELETE', '/events', 'queue_id=%C3%BC', contentType)
      expect(body.queue_id, contentType).toBe('ü')
    }
  })
})

describe('A form body', () => {
  it('may be empty', async () => {
    const world = await createWorld()
    for (const method of ['POST', 'DELETE', 'PATCH']) {
      const path =
        method === 'POST' ? '/register' : method === 'DELETE' ? '/events' : `/users/${world.bob.id}`
      const { status, body } = await call(world, method, path, '', urlEncoded)
      expect([200, 400]).toContain(status)
      if (status === 400) expect(body.code).toBe('REQUEST_VARIABLE_MISSING')
    }
  })

  it('with invalid UTF-8 or escapes is read with replacement characters', async () => {
    const world = await createWorld()
    const read = async (body: Body) =>
      (await call(world, 'DELETE', '/events', body, urlEncoded)).body.queue_id
    expect(await read('queue_id=a%FFb')).toBe('a\uFFFDb')
    expect(await read('queue_id=%zz%')).toBe('%zz%')
    expect(await read(new Uint8Array([...Buffer.from('queue_id=a'), 0xff]))).toBe('a\uFFFD')
    expect(await read('queue_id=a+b%20c%2B')).toBe('a b c+')
  })

  it('may have at most 1000 parameters, repeated names counted each', async () => {
    const world = await createWorld()
    const fields = (count: number, name: (index: number) => string) =>
      Array.from({ length: count }, (_, index) => `${name(index)}=1`)
    const unlike = (count: number) => fields(count - 1, (index) => `p${index}`).join('&')
    const register = (body: string) => call(world, 'POST', '/register', body, urlEncoded)
    expect((await register(`event_types=[]&${unlike(1_000)}`)).status).toBe(200)
    expect(await register(`event_types=[]&${unlike(1_001)}`)).toEqual(tooMany)
    expect(await register(`event_types=[]&${fields(1_000, () => 'same').join('&')}`)).toEqual(tooMany)
  })

  it('of more than 1 MiB is refused with 413 and the limit, urlencoded and multipart alike', async () => {
    const world = await createWorld()
    const tooLarge = {
      status: 413,
      body: bodyWithReason('body-too-large', { max: 1_048_576 }),
    }
    const big = 'x'.repeat(defaultBodyLimit)
    expect(await call(world, 'POST', '/drafts', `content=${big}`, urlEncoded)).toEqual(tooLarge)
    const data = new FormData()
    data.set('content', big)
    expect(await call(world, 'POST', '/drafts', data)).toEqual(tooLarge)
    expect((await world.alice.api.getOwnUser()).user_id).toBe(world.alice.id)
  })

  it('just below 1 MiB is read', async () => {
    const world = await createWorld()
    const body = `drafts=[]&x=${'x'.repeat(defaultBodyLimit - 100)}`
    expect(await call(world, 'POST', '/drafts', body, urlEncoded)).toMatchObject({
      status: 200,
      body: { ignored_parameters_unsupported: ['x'] },
    })
  })

  it('that is compressed is refused with 415', async () => {
    const world = await createWorld()
    const response = await world.raw('/api/v1/register', {
      as: world.alice,
      method: 'POST',
      headers: { 'content-encoding': 'gzip', 'content-type': urlEncoded },
      body: 'event_types=[]',
    })
    expect(response.status).toBe(415)
    expect(await response.json()).toEqual(bodyWithReason('body-encoding-unsupported', { encoding: 'gzip' }))
  })
})
