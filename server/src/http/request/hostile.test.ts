import { type Endpoint, endpoints } from '@loquat/contract'
import { createWorld } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { allowWebPublic } from '../../features/places/channels/testing/fixtures.ts'
import { attack, ones, whileDaveSends } from './testing/hostile.ts'

const tooLarge = { status: 413, code: 'PAYLOAD_TOO_LARGE' }
const refused = (msg: string | RegExp) => ({
  status: 400,
  code: 'BAD_REQUEST',
  msg: typeof msg === 'string' ? msg : expect.stringMatching(msg),
})

describe('An oversized list', () => {
  it('of nine million drafts is refused by the size of the body', async () => {
    const world = await createWorld()
    const body = `drafts=${ones(9_000_000)}`
    const answer = await whileDaveSends(world, () =>
      attack(world, { path: '/drafts', as: world.carol, body }),
    )
    expect(answer).toMatchObject(tooLarge)
  })

  it('of event types is refused, with and without authentication', async () => {
    const world = await createWorld()
    const types = (count: number) => JSON.stringify(Array.from({ length: count }, (_, n) => `type${n}`))
    const register = (event_types: string, as = world.carol) =>
      whileDaveSends(world, () => attack(world, { path: '/register', as, fields: { event_types } }))
    expect(await register(types(300_000))).toMatchObject(tooLarge)
    expect(await register(types(2_000))).toMatchObject(refused(/^event_types: must/))
    const anonymous = { path: '/register', fields: { event_types: types(2_000) } }
    expect(await attack(world, anonymous)).toMatchObject({ status: 401, code: 'UNAUTHORIZED' })
    await allowWebPublic(world)
    await world.alice.api.subscribe({ subscriptions: [{ name: 'plaza' }], is_web_public: true })
    expect(await attack(world, anonymous)).toMatchObject(refused(/^event_types: must/))
  })

  it('is refused by every endpoint before its elements are checked', async () => {
    const world = await createWorld()
    const list = ones(250_000)
    const all = Object.values(endpoints) as Endpoint[]
    await whileDaveSends(world, async () => {
      for (const { method, path, params } of all.filter((one) => one.method !== 'GET')) {
        for (const [name, { encoding, maxLength }] of Object.entries(params)) {
          // Skip flags and numbers.
          if (encoding === 'text' || maxLength < 2_000) continue
          const at = path.replace(/\{\w+\}/g, '1')
          const answer = await attack(world, { method, path: at, as: world.alice, body: `${name}=${list}` })
          // A required parameter that is declared first may be missing.
          const isNamed = answer.code === 'REQUEST_VARIABLE_MISSING' || answer.msg.startsWith(name)
          expect(
            isNamed || [401, 413].includes(answer.status),
            `${method} ${path} ${name}: ${answer.msg}`,
          ).toBe(true)
          expect(answer.status, `${method} ${path} ${name}`).toBeLessThan(500)
        }
      }
    })
  })
})

describe('Deeply nested JSON', () => {
  it('is refused before it is parsed', async () => {
    const world = await createWorld()
    for (const narrow of [
      '['.repeat(500_000),
      '{"a":'.repeat(20_000),
      `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
    ]) {
      const body = `anchor=newest&num_before=1&num_after=0&op=add&flag=read&narrow=${narrow}`
      const answer = await whileDaveSends(world, () =>
        attack(world, { path: '/messages/flags/narrow', as: world.carol, body }),
      )
      expect(answer).toMatchObject(refused(/^narrow/))
    }
  })
})

describe('An oversized text', () => {
  it('is refused by every endpoint', async () => {
    const world = await createWorld()
    const { carol } = world
    const endless = 'x'.repeat(900_000)
    const rows: [path: string, fields: Record<string, string>, message: string][] = [
      ['/messages/render', { content: endless }, 'content: must be at most 100000 characters'],
      [
        '/messages',
        { type: 'channel', to: 'general', topic: 't', content: endless },
        'content: must be at most 100000 characters',
      ],
      ['/users/me/status', { status_text: endless }, 'status_text: must be at most 2048 characters'],
      ['/saved_snippets', { title: endless, content: 'x' }, 'title: must be at most 2048 characters'],
      ['/typing', { op: 'start', topic: endless }, 'topic: must be at most 2048 characters'],
      [
        '/users/me/presence',
        { status: 'active', client: endless },
        'client: must be at most 2048 characters',
      ],
    ]
    for (const [path, fields, message] of rows) {
      const answer = await whileDaveSends(world, () => attack(world, { path, as: carol, fields }))
      expect(answer).toMatchObject(refused(message))
    }
  })
})
