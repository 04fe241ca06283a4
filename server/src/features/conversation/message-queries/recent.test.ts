import { countStatements, createWorld, type Person, randomNumbers } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

const newest = { anchor: 'newest', num_before: 20, num_after: 0 } as const

describe('The newest messages of a place, and of a search', () => {
  it('equal the result of a query after any history, on every process', async () => {
    const world = await createWorld()
    const other = await world.secondNode()
    const { alice, bob, carol, dave } = world
    const random = randomNumbers(7)
    const ids: number[] = []
    const idAt = () => ids[random(ids.length)] ?? 0
    const either = (person: Person) => (random(2) === 0 ? person.api : other.as(person))
    const channels = ['general', 'design'] as const
    await alice.api.subscribe({
      subscriptions: channels.map((name) => ({ name })),
      principals: [alice.id, carol.id, dave.id],
    })
    const { subscriptions } = await alice.api.getSubscriptions()
    const idOf = (name: string) => subscriptions.find((one) => one.name === name)?.stream_id ?? 0
    const send = async (n: number) => {
      const topic = ['Plums', 'plums', 'pears', ''][random(4)] ?? ''
      const sent = { type: 'channel', to: channels[random(2)] ?? '', topic } as const
      ids.push((await either(dave).sendMessage({ ...sent, content: `${n} @**all**` })).id)
    }
    const sendDirect = async (n: number) => {
      const to = random(2) ? [carol.id] : [carol.id, bob.id]
      ids.push((await either(dave).sendMessage({ type: 'direct', to, content: `pear ${n}` })).id)
    }
    const op = () => (random(2) ? 'add' : 'remove')
    const steps: ((n: number) => Promise<unknown>)[] = [
      send,
      sendDirect,
      send,
      (n) => either(dave).updateMessage({ message_id: idAt(), content: `edited ${n}` }),
      () =>
        either(alice).updateMessage({ message_id: idAt(), topic: 'pears', propagate_mode: 'change_later' }),
      () => either(alice).updateMessage({ message_id: idAt(), stream_id: idOf(channels[random(2)] ?? '') }),
      () => either(carol).addReaction({ message_id: idAt(), emoji_name: 'tada' }),
      () => either(carol).removeReaction({ message_id: idAt(), emoji_name: 'tada' }),
      () => either(carol).updateMessageFlags({ messages: [idAt()], op: 'add', flag: 'starred' }),
      () => either(carol).updateMessageFlags({ messages: [idAt()], op: op(), flag: 'read' }),
      () => either(alice).deleteMessage({ message_id: idAt() }),
      () => either(carol).unsubscribe({ subscriptions: ['design'] }),
      () => either(carol).subscribe({ subscriptions: [{ name: 'design' }] }),
      // Searches read messages in blocks of IDs.
      () => sql`select setval('message_id', nextval('message_id') + 20_000)`.execute(world.app.database.db),
    ]
    const term = (operator: string, operand: string | number[], negated = false) => ({
      operator,
      operand,
      negated,
    })
    const narrows = [
      [],
      [term('channel', 'general')],
      [term('channel', 'design')],
      [term('channel', 'general'), term('topic', 'plums')],
      [term('topic', 'pears'), term('channel', 'design')],
      [term('dm', [dave.id])],
      [term('dm', [dave.id, bob.id])],
      [term('search', 'pears')],
      [term('search', 'Plum')],
      [term('search', 'edited "edited"')],
    ]
    const queried = term('sender', bob.email, true)
    let compared = 0
    let refused = 0
    for (let n = 0; n < 60; n++) {
      const step = n < 12 ? steps[n % 3] : steps[random(steps.length)]
      // A message may be deleted, or have the reaction already.
      await step?.(n).catch(() => refused++)
      // At the same time, because reads at the same time share statements.
      const reads = [alice, carol].flatMap((reader) =>
        narrows.filter(() => random(3) === 0).map((narrow) => ({ reader, narrow })),
      )
      const isElsewhere = random(2) === 0
      await Promise.all(
        reads.map(async ({ reader, narrow }) => {
          const api = isElsewhere ? other.as(reader) : reader.api
          const anchor = random(3) ? 'newest' : String(idAt())
          const range = { ...newest, anchor, num_after: random(3) * 4 }
          const again = await api.getMessages({ ...range, narrow })
          const anew = await api.getMessages({ ...range, narrow: [...narrow, queried] })
          expect({ narrow, ...again }).toEqual({ narrow, ...anew })
          compared += again.messages.length
        }),
      )
    }
    expect(compared).toBeGreaterThan(300)
    expect(refused).toBeLessThan(30)
  })

  it('are read again with one statement', async () => {
    const world = await createWorld({ proxied: true })
    const { alice, carol } = world
    await alice.api.sendMessage({ type: 'channel', to: 'general', topic: 'plums', content: 'ripe' })
    const narrow: [string, string][] = [['channel', 'general']]
    const fetch = () => carol.api.getMessages({ ...newest, narrow })
    const before = (await fetch()).messages
    expect(await countStatements(world, fetch)).toBe(1)
    await alice.api.sendMessage({ type: 'channel', to: 'general', topic: 'plums', content: 'juicy' })
    expect((await fetch()).messages).toHaveLength(before.length + 1)
    expect(await countStatements(world, fetch)).toBe(1)
  })
})
