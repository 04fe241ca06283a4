import type { FetchedMessage } from '@loquat/contract'
import { createWorld, eventually, type Person, randomNumbers } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'

const byId = (messages: readonly FetchedMessage[]) => messages.map(({ id }) => id)

describe('Messages fetched again', () => {
  it('are up to date on every process after any change', async () => {
    const world = await createWorld()
    const other = await world.secondNode()
    const { alice, carol, dave } = world
    const random = randomNumbers(19)
    const ids: number[] = []
    const idAt = () => ids[random(ids.length)] ?? 0
    const either = (person: Person) => (random(2) === 0 ? person.api : other.as(person))
    const inTopic = { type: 'channel', to: 'general', topic: 'plums' } as const
    const steps: ((n: number) => Promise<unknown>)[] = [
      async (n) => ids.push((await either(dave).sendMessage({ ...inTopic, content: `plum **${n}**` })).id),
      async (n) =>
        ids.push(
          (await either(dave).sendMessage({ type: 'direct', to: [carol.id], content: `pear ${n}` })).id,
        ),
      (n) => either(dave).updateMessage({ message_id: idAt(), content: `edited ${n}` }),
      (n) => either(alice).updateMessage({ message_id: idAt(), topic: `moved ${n % 3}` }),
      () => either(carol).addReaction({ message_id: idAt(), emoji_name: 'tada' }),
      () => either(carol).removeReaction({ message_id: idAt(), emoji_name: 'tada' }),
      () => either(carol).updateMessageFlags({ messages: [idAt()], op: 'add', flag: 'starred' }),
      () =>
        either(carol).updateMessageFlags({
          messages: [idAt()],
          op: random(2) ? 'add' : 'remove',
          flag: 'read',
        }),
      () => either(alice).deleteMessage({ message_id: idAt() }),
      (n) => either(dave).updateSettings({ full_name: `Dave ${n}` }),
      (n) => either(alice).updateRealm({ message_edit_history_visibility_policy: n % 2 ? 'all' : 'none' }),
    ]
    const compared = { equal: 0, refused: 0 }
    for (let n = 0; n < 48; n++) {
      const step = n < 8 ? steps[n % 2] : steps[random(steps.length)]
      // A message may be deleted, or have the reaction already.
      await step?.(n).catch(() => compared.refused++)
      if (n % 8 !== 7) continue
      for (const reader of [carol, dave]) {
        for (const form of [{}, { apply_markdown: false }]) {
          const query = { anchor: 'newest', num_before: 100, num_after: 0, ...form }
          // The other process learns of changes to users and settings a moment later.
          await eventually(async () => {
            const { messages } = await reader.api.getMessages(query)
            const elsewhere = await other.as(reader).getMessages(query)
            expect(elsewhere.messages).toEqual(messages)
            for (const message of messages) {
              const { message: uncached } = await reader.api.getMessage({
                message_id: message.id,
                ...form,
              })
              expect(message).toEqual(uncached)
            }
            expect(byId(messages)).toEqual(byId(messages).toSorted((a, b) => a - b))
            compared.equal += messages.length
          })
        }
      }
    }
    expect(compared.equal).toBeGreaterThan(100)
    expect(compared.refused).toBeLessThan(40)
  })
})
