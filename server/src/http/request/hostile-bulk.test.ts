import { addPeople, createWorld } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { attack, whileDaveSends } from './testing/hostile.ts'

const addresses = (count: number) =>
  Array.from({ length: count }, (_, n) => `stranger${n}@example.org`).join()
const channels = (count: number) =>
  JSON.stringify(Array.from({ length: count }, (_, n) => ({ name: `c${n}`, description: `*About* ${n}` })))

describe('A request with very many items', () => {
  it('is refused with the name of the parameter', async () => {
    const world = await createWorld()
    const { alice } = world
    const ids = (count: number) => JSON.stringify(Array.from({ length: count }, (_, n) => n))
    const rows: [method: string, path: string, fields: Record<string, string>, message: string][] = [
      [
        'POST',
        '/invites',
        { invitee_emails: addresses(1_000), stream_ids: '[]' },
        'invitee_emails: must have at most 500 email addresses.',
      ],
      [
        'POST',
        '/users/me/subscriptions',
        { subscriptions: channels(1_000) },
        'subscriptions: must have at most 500 elements',
      ],
      [
        'POST',
        '/users/me/subscriptions',
        { subscriptions: channels(101) },
        'subscriptions: must have at most 100 new channels.',
      ],
      [
        'POST',
        '/users/me/subscriptions',
        { subscriptions: channels(1), principals: ids(20_001) },
        'principals: must have at most 20000 elements',
      ],
      [
        'POST',
        '/user_groups/create',
        { name: 'g', description: '', members: ids(20_001) },
        'members: must have at most 20000 elements',
      ],
      [
        'POST',
        '/messages/flags',
        { messages: ids(50_001), op: 'add', flag: 'read' },
        'messages: must have at most 50000 elements',
      ],
      [
        'POST',
        '/messages/flags',
        { messages: ids(5_001), op: 'add', flag: 'starred' },
        'messages: must have at most 5000 elements for this flag.',
      ],
      [
        'POST',
        '/messages',
        { type: 'direct', to: ids(1_001), content: 'hi' },
        'to: must have at most 1000 recipients.',
      ],
    ]
    for (const [method, path, fields, message] of rows) {
      const answer = await whileDaveSends(world, () => attack(world, { method, path, as: alice, fields }))
      expect(answer, path).toMatchObject({ status: 400, code: 'BAD_REQUEST', msg: message })
    }
    expect((await alice.api.getInvitations()).invites).toEqual([])
  })
})

describe('The largest requests that are accepted', () => {
  it('do not keep others from sending: 100 channels with 50 subscribers each', async () => {
    const world = await createWorld()
    const principals = JSON.stringify(await addPeople(world, 50))
    const answer = await whileDaveSends(world, () =>
      attack(world, {
        path: '/users/me/subscriptions',
        as: world.alice,
        fields: { subscriptions: channels(100), principals, invite_only: 'true' },
      }),
    )
    expect(answer.status).toBe(200)
  })

  it('do not keep others from sending: 500 invitations', async () => {
    const world = await createWorld()
    const answer = await whileDaveSends(world, () =>
      attack(world, {
        path: '/invites',
        as: world.alice,
        fields: { invitee_emails: addresses(500), stream_ids: '[]' },
      }),
    )
    expect(answer.status).toBe(200)
    expect((await world.alice.api.getInvitations()).invites).toHaveLength(500)
  })

  it('do not keep others from sending: a group of 5000 users', async () => {
    const world = await createWorld()
    const members = JSON.stringify(await addPeople(world, 5_000))
    const answer = await whileDaveSends(world, () =>
      attack(world, {
        path: '/user_groups/create',
        as: world.alice,
        fields: { name: 'everybody', description: '', members },
      }),
    )
    expect(answer.status).toBe(200)
  })
})
