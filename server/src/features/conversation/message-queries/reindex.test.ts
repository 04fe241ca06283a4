import { createWorld, runJobs, type World } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

/** Fills a topic, inserting all but the first message directly into the database. Returns the ID of the first. */
async function fill({ app, carol }: World, topic: string, count: number): Promise<number> {
  const { id } = await carol.api.sendMessage({ type: 'channel', to: 'general', topic, content: 'plums' })
  await sql`
    insert into message (id, realm_id, recipient_id, sender_id, is_channel, topic, content, rendered_content, client,
      sent_at, search)
    select nextval('message_id'), realm_id, recipient_id, sender_id, is_channel, topic, content, rendered_content, client,
      sent_at, search
    from message, generate_series(2, ${count}::integer) where id = ${id}`.execute(app.database.db)
  return id
}

describe('Renaming a topic of very many messages', () => {
  it('takes as many statements as for 600 messages, and finally all are found by the new name', async () => {
    const world = await createWorld({ proxied: true })
    const { carol } = world
    const rename = async (message_id: number, topic: string) => {
      const before = world.proxy.statements()
      const quiet = { send_notification_to_new_thread: false, propagate_mode: 'change_all' } as const
      await carol.api.updateMessage({ message_id, topic, ...quiet })
      return world.proxy.statements() - before
    }
    const some = await rename(await fill(world, 'figs', 600), 'apricots')
    expect(await rename(await fill(world, 'pears', 2_500), 'cherries')).toBeLessThanOrEqual(some + 5)
    const found = async (query: string) => {
      const range = { anchor: 'newest', num_before: 5_000, num_after: 0 }
      const { messages } = await carol.api.getMessages({ ...range, narrow: [['search', query]] })
      return messages.length
    }
    expect(await found('cherries')).toBe(500)
    await runJobs(world)
    expect(await found('cherries')).toBe(2_500)
    expect(await found('pears')).toBe(0)
    expect(await found('apricots')).toBe(600)
  })
})
