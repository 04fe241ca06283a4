import { createWorld, type Person, sendDirectMessage, type World } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

/** Many more messages like one that was sent, without the API in between. */
async function multiply({ app }: World, id: number, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into message (id, realm_id, recipient_id, sender_id, is_channel, topic, content, rendered_content,
      client, sent_at)
    select nextval('message_id'), realm_id, recipient_id, sender_id, is_channel, topic, content, rendered_content,
      client, sent_at
    from message, generate_series(1, ${count}) where id = ${id}
    returning id`.execute(app.database.db)
  return rows.map((row) => row.id).sort((a, b) => a - b)
}

const fetch = ({ api }: Person, type: string) => api.register({ fetch_event_types: [type] })

describe('A register response with very many messages', () => {
  it('contains the first 10000 starred messages', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const first = await sendDirectMessage(dave, carol)
    const messages = [first, ...(await multiply(world, first, 10_000))]
    for (let at = 0; at < messages.length; at += 5_000) {
      const some = messages.slice(at, at + 5_000)
      await carol.api.updateMessageFlags({ op: 'add', flag: 'starred', messages: some })
    }
    const { starred_messages } = await fetch(carol, 'starred_messages')
    expect(starred_messages).toEqual(messages.slice(0, 10_000))
  })

  it('contains the conversations of the newest 1000 direct messages', async () => {
    const world = await createWorld()
    const { alice, bob, carol, dave } = world
    await sendDirectMessage(alice, carol)
    const kept = await sendDirectMessage(bob, carol)
    const [newest] = (await multiply(world, await sendDirectMessage(dave, carol), 998)).slice(-1)
    const { recent_private_conversations } = await fetch(carol, 'recent_private_conversations')
    expect(recent_private_conversations).toEqual([
      { user_ids: [dave.id], max_message_id: newest },
      { user_ids: [bob.id], max_message_id: kept },
    ])
  })
})
