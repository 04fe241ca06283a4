import type { Exchange } from '../exchange.ts'
import type { StreamReply } from '../implement.ts'
import { openStream } from './respond.ts'

/** Unread bytes after which a slow client is disconnected; it reconnects and continues from its position. */
const maxUnreadBytes = 4_000_000

/** Writes events as they occur (`text/event-stream`), each with its position, until the stream ends. */
export async function sendEvents(exchange: Exchange, stream: StreamReply): Promise<void> {
  const { responseTarget } = exchange
  try {
    await stream.run({
      open: () => openStream(exchange),
      write: (events) => {
        if (events.length > 0) responseTarget.write(events.map(asMessage).join(''))
        return responseTarget.writableLength < maxUnreadBytes
      },
    })
  } catch (error) {
    if (!responseTarget.headersSent) throw error
  }
  responseTarget.end()
}

/** Moves the position, with which an event's text ends, to the `id` line. */
function asMessage(event: string): string {
  const id = event.slice(event.lastIndexOf('"id":') + 5, -1)
  return `id: ${id}\ndata: ${event}\n\n`
}
