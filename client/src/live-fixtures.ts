import { onTestFinished } from 'vitest'
import type { createApi } from './api.ts'
import { LiveSession } from './live.ts'
import type { LiveOptions } from './live-options.ts'

/** A session that remembers what it was told. */
export async function follow(api: ReturnType<typeof createApi>, options: LiveOptions = {}) {
  const told = {
    seen: [] as string[],
    batches: [] as number[][],
    states: 0,
    connections: [] as string[],
    waits: [] as number[],
    troubles: [] as unknown[],
  }
  const session = await LiveSession.connect(api, {
    register: { apply_markdown: false },
    ...options,
    onEvent: (event) => {
      if (event.type === 'message') told.seen.push(event.message.content)
    },
    onEvents: (events) => told.batches.push(events.map(({ id }) => id)),
    onState: () => told.states++,
    onTrouble: (error) => told.troubles.push(error),
    onConnection: (connection, { retryAt }) => {
      if (connection !== told.connections.at(-1)) told.connections.push(connection)
      if (retryAt !== undefined) told.waits.push(retryAt - Date.now())
    },
  })
  onTestFinished(() => session.close())
  return { session, ...told, told }
}

/** What a session asks a server for; `look` is a poll that does not wait. */
export type Request = 'register' | 'stream' | 'poll' | 'look' | 'close'
export const kindOf = (url: string, init: RequestInit | undefined): Request => {
  if (url.includes('/register')) return 'register'
  if (init?.method === 'DELETE') return 'close'
  if (new Headers(init?.headers).get('accept') === 'text/event-stream') return 'stream'
  return url.includes('dont_block=true') ? 'look' : 'poll'
}
