import type { QueueEvent } from '@loquat/contract'
import { type Api, openAnswer } from './api.ts'
import { ApiError } from './error.ts'
import { messagesIn } from './event-stream.ts'
import type { Watch } from './watch.ts'

export interface Cursor {
  queueId: string
  lastEventId: number
}

/** Events cannot be streamed here, though they might be polled. */
export class NoStream extends Error {
  override readonly name = 'NoStream'
}

/** The server let go of us: it stops, or another reader of the queue has come. */
export class Dismissed extends Error {
  override readonly name = 'Dismissed'
  constructor() {
    super('The server ended the connection.')
  }
}

/** Hands on events as they come, a piece at a time, for as long as the connection lasts; always ends with an error. */
export async function stream(
  api: Api,
  cursor: Cursor,
  watch: Watch,
  take: (events: QueueEvent[]) => void,
): Promise<never> {
  const body = await open(api, cursor, watch)
  for await (const messages of messagesIn(body)) {
    watch.heard()
    take(messages.map(({ data }) => JSON.parse(data) as QueueEvent))
  }
  throw new Dismissed()
}

async function open(
  api: Api,
  { queueId, lastEventId }: Cursor,
  watch: Watch,
): Promise<ReadableStream<Uint8Array>> {
  const cursor = { queue_id: queueId, last_event_id: String(lastEventId) }
  const headers = { accept: 'text/event-stream' }
  const answer = await openAnswer(api, '/events', cursor, { headers, signal: watch.signal }).catch(
    (error: unknown) => {
      throw isRefusal(error) ? new NoStream('The server refuses to stream.', { cause: error }) : error
    },
  )
  if (answer === undefined) throw new NoStream('This API cannot stream.')
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true
  if (answer.body !== null && isStream) return answer.body
  await answer.body?.cancel()
  throw new NoStream('The server answers with something else.')
}

/** A no to the stream itself: not to the queue or the caller, and not for now. */
const isRefusal = (error: unknown) =>
  error instanceof ApiError && !isQueueGone(error) && !error.isTemporary && error.status !== 401

export const isQueueGone = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'BAD_EVENT_QUEUE_ID'
