import { createWorld, parkedPolls, type World, waitForParkedPolls } from '@loquat/devkit'
import type { KyselyPlugin } from 'kysely'
import { expect, it } from 'vitest'

/** Runs `work` once, after the next read of the log's end and before the process sees the result. */
function afterNextRead({ app }: World, work: () => Promise<unknown>): void {
  let isDone = false
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (!isDone && result.rows.some((row) => 'last_seq' in row)) {
        isDone = true
        await work()
      }
      return result
    },
  }
  app.database.followDb = app.database.followDb.withPlugin(plugin)
}

it('A commit between reading the log and the result does not look like a lost end of the log', async () => {
  const world = await createWorld()
  const { app, alice, carol } = world
  const queue = await carol.api.register({ event_types: ['typing'] })
  const cursor = { queue_id: queue.queue_id ?? '', last_event_id: queue.last_event_id ?? -1 }
  void carol.api.getEvents(cursor).catch(() => {})
  await waitForParkedPolls(world, 1)
  const realm = await app.realms.byHost('')
  const position = realm?.follower.position ?? 0
  const send = () =>
    alice.api.sendMessage({ type: 'channel', to: 'general', topic: 'x', content: 'meanwhile' })
  afterNextRead(world, send)
  await realm?.follower.advance()
  const events = (realm?.follower.position ?? 0) - position
  expect(events).toBeGreaterThan(0)
  expect(events).toBeLessThan(100)
  expect(await parkedPolls(world)).toBe(1)
})
