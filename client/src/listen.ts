import type { QueueEvent } from '@loquat/contract'
import { type Api, openResponse } from './api.ts'
import { ApiError } from './error.ts'
import { messagesIn } from './event-stream.ts'
import type { SilenceWatchdog } from './watch.ts'

export interface QueueCursor {
  queueId: string
  lastEventId: number
}

/** Events cannot be streamed, but may still be polled. */
export class StreamUnavailable extends Error {
  override readonly name = 'StreamUnavailable'
}

/** The server closed the connection: it is stopping, or another client reads the same queue. */
export class ConnectionEnded extends Error {
  override readonly name = 'ConnectionEnded'
  constructor() {
    super('The server ended the connection.')
  }
}

/** Passes on events as they arrive, one chunk at a time, while the connection lasts. Always ends with an error. */
export async function streamEvents(
  api: Api,
  cursor: QueueCursor,
  watch: SilenceWatchdog,
  take: (events: QueueEvent[]) => void,
): Promise<never> {
  const body = await open(api, cursor, watch)
  for await (const messages of messagesIn(body)) {
    watch.heard()
    take(messages.map(({ data }) => JSON.parse(data) as QueueEvent))
  }
  throw new ConnectionEnded()
}

async function open(
  api: Api,
  { queueId, lastEventId }: QueueCursor,
  watch: SilenceWatchdog,
): Promise<ReadableStream<Uint8Array>> {
  const cursor = { queue_id: queueId, last_event_id: String(lastEventId) }
  const headers = { accept: 'text/event-stream' }
  const response = await openResponse(api, '/events', cursor, { headers, signal: watch.signal }).catch(
    (error: unknown) => {
      throw isStreamingDenied(error)
        ? new StreamUnavailable('The server refuses to stream.', { cause: error })
        : error
    },
  )
  if (response === undefined) throw new StreamUnavailable('This API cannot stream.')
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  if (response.body !== null && isStream) return response.body
  await response.body?.cancel()
  throw new StreamUnavailable('The server answers with something else.')
}

/** The server permanently rejects streaming as such, not the queue or the credentials. */
const isStreamingDenied = (error: unknown) =>
  error instanceof ApiError && !isQueueGone(error) && !error.isTemporary && error.status !== 401

/** Events cannot express a change, so that the session has to register again. */
export class StateOutdated extends Error {
  override readonly name = 'StateOutdated'
}

/** Whether the session must register again. */
export const isStateGone = (error: unknown): boolean => error instanceof StateOutdated || isQueueGone(error)

const isQueueGone = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'BAD_EVENT_QUEUE_ID'
