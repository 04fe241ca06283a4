import { bodyWithReason, createWorld, type World } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'

const send = async (world: World, method: string, path: string, fields: Record<string, string>) => {
  const body = new URLSearchParams(fields)
  const response = await world.raw(`/api/v1${path}`, { as: world.carol, method, body })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const numbers = (count: number) => `[${'1,'.repeat(count - 1)}1]`
const refused = (msg: string) => ({
  status: 400,
  body: { result: 'error', code: 'BAD_REQUEST', msg, reason: expect.stringMatching(/^parameter-/) },
})

describe('A parameter that is too large', () => {
  it('is refused with its name and maximum, as a text, a list or an element', async () => {
    const world = await createWorld()
    const rows: [method: string, path: string, fields: Record<string, string>, message: string][] = [
      ['POST', '/drafts', { drafts: numbers(1_001) }, 'drafts: must have at most 1000 elements'],
      ['POST', '/register', { event_types: numbers(501) }, 'event_types: must have at most 500 elements'],
      [
        'POST',
        '/register',
        { event_types: JSON.stringify(['message', 'x'.repeat(101)]) },
        'event_types[1]: must be at most 100 characters',
      ],
      [
        'POST',
        '/messages/render',
        { content: 'x'.repeat(100_001) },
        'content: must be at most 100000 characters',
      ],
      ['PATCH', '/settings', { full_name: 'x'.repeat(2_049) }, 'full_name: must be at most 2048 characters'],
      [
        'POST',
        '/users/me/subscriptions',
        { subscriptions: '[{"name":"general"}]', principals: numbers(20_001) },
        'principals: must have at most 20000 elements',
      ],
      [
        'POST',
        '/scheduled_messages',
        { type: 'direct', to: numbers(1_001), content: 'x', scheduled_delivery_timestamp: '1' },
        'to: must have at most 1000 elements',
      ],
      [
        'POST',
        '/messages',
        { type: 'direct', content: 'x', to: numbers(60_000) },
        'to: must be at most 100000 characters',
      ],
    ]
    for (const [method, path, fields, message] of rows) {
      expect(await send(world, method, path, fields), message).toMatchObject(refused(message))
    }
  })

  it('is refused by the length of its text before it is parsed', async () => {
    const world = await createWorld()
    const notJson = `[${'x'.repeat(60_000)}`
    expect(await send(world, 'POST', '/typing', { op: 'start', to: notJson })).toMatchObject(
      refused('to: must be at most 53004 characters'),
    )
  })

  it('inside a union is named as well', async () => {
    const world = await createWorld()
    const narrow = JSON.stringify([['search', 'a'], { operator: 'search', operand: 'x'.repeat(1_001) }])
    const range = { anchor: 'newest', num_before: '1', num_after: '0', op: 'add', flag: 'read' }
    expect(await send(world, 'POST', '/messages/flags/narrow', { ...range, narrow })).toMatchObject(
      refused('narrow[1]["operand"]: must be at most 1000 characters'),
    )
  })
})

describe('JSON in a parameter', () => {
  it('may nest at most 20 levels deep', async () => {
    const world = await createWorld()
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
    const render = (levels: number) => send(world, 'POST', '/drafts', { drafts: nested(levels) })
    expect((await render(20)).body.msg).toMatch(/^drafts\[0\]: .*expected object/)
    expect(await render(21)).toMatchObject(refused('drafts nests deeper than 20 levels.'))
  })

  it('does not count brackets in strings', async () => {
    const world = await createWorld()
    const content = '[{"\\'.repeat(30)
    const drafts = JSON.stringify([{ type: '', to: [], topic: '', content }])
    expect((await send(world, 'POST', '/drafts', { drafts })).status).toBe(200)
  })
})

describe('A URL that is too long', () => {
  it('is refused with the limit', async () => {
    const world = await createWorld()
    const response = await world.raw(`/api/v1/messages?narrow=${'x'.repeat(20_000)}`, { as: world.carol })
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual(bodyWithReason('headers-too-large', { max: 16_384 }))
  })
})
