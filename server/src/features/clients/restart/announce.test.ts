import { createWorld, pendingEvents } from '@loquat/devkit'
import { expect, it } from 'vitest'
import { publishRestart } from './publish.ts'

it('publishes a restart event to older queues, but not to newer ones', async () => {
  const { app, carol } = await createWorld()
  const listen = async (event_types?: string[]) => {
    const { queue_id, last_event_id } = await carol.api.register(event_types && { event_types })
    return () => pendingEvents(carol.api, queue_id ?? '', last_event_id ?? -1)
  }
  const [before, narrow] = [await listen(), await listen(['message'])]
  await publishRestart(app)
  const after = await listen()
  const { server_generation } = await carol.api.register({ fetch_event_types: ['realm'] })
  expect(await before()).toMatchObject([
    { type: 'restart', chat_version: expect.any(String), server_generation },
    { type: 'web_reload_client', immediate: false },
  ])
  expect(await narrow()).toEqual([])
  expect(await after()).toEqual([])
})
