import type { Exchange } from './exchange.ts'
import type { StreamReply } from './implement.ts'
import { streamHeaders } from './respond.ts'

/** What a client may leave unread before its connection is closed; it comes back and reads on from where it was. */
const mostUnread = 4_000_000

/**
 * Writes events as they come (`text/event-stream`), each with its position, until there are no more to come or the client is
 * no longer who it was.
 */
export async function sendEvents(
  exchange: Exchange,
  stream: StreamReply,
  isStillValid: () => boolean,
): Promise<void> {
  const { response } = exchange
  try {
    await stream.run({
      open: () => {
        response.writeHead(200, streamHeaders(exchange))
        response.flushHeaders()
      },
      write: (events) => {
        if (!isStillValid()) return false
        if (events.length > 0) response.write(events.map(asMessage).join(''))
        return response.writableLength < mostUnread
      },
    })
  } catch (error) {
    if (!response.headersSent) throw error
  }
  response.end()
}

/** The text of an event ends with its position. */
function asMessage(event: string): string {
  const id = event.slice(event.lastIndexOf('"id":') + 5, -1)
  return `id: ${id}\ndata: ${event}\n\n`
}
