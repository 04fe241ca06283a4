import { onTestFinished } from 'vitest'
import type { createApi } from './api.ts'
import { LiveSession } from './live.ts'
import type { LiveOptions } from './live-options.ts'

/** A session that records its events. */
export async function startRecordedSession(api: ReturnType<typeof createApi>, options: LiveOptions = {}) {
  const received = {
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
      if (event.type === 'message') received.seen.push(event.message.content)
    },
    onEvents: (events) => received.batches.push(events.map(({ id }) => id)),
    onState: () => received.states++,
    onTrouble: (error) => received.troubles.push(error),
    onConnection: (connection, { retryAt }) => {
      if (connection !== received.connections.at(-1)) received.connections.push(connection)
      if (retryAt !== undefined) received.waits.push(retryAt - Date.now())
    },
  })
  onTestFinished(() => session.close())
  return { session, ...received, received }
}

/** The requests of a session; `look` is a poll that does not wait. */
export type Request = 'register' | 'stream' | 'poll' | 'look' | 'close'
export const requestKindOf = (url: string, init: RequestInit | undefined): Request => {
  if (url.includes('/register')) return 'register'
  if (init?.method === 'DELETE') return 'close'
  if (new Headers(init?.headers).get('accept') === 'text/event-stream') return 'stream'
  return url.includes('dont_block=true') ? 'look' : 'poll'
}
