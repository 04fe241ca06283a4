import type { Exchange } from './exchange.ts'
import type { StreamReply } from './implement.ts'
import { openStream } from './respond.ts'

/** What a client may leave unread before its connection is closed; it comes back and reads on from where it was. */
const mostUnread = 4_000_000

/** Writes events as they come (`text/event-stream`), each with its position, until the stream ends. */
export async function sendEvents(exchange: Exchange, stream: StreamReply): Promise<void> {
  const { outlet } = exchange
  try {
    await stream.run({
      open: () => openStream(exchange),
      write: (events) => {
        if (events.length > 0) outlet.write(events.map(asMessage).join(''))
        return outlet.writableLength < mostUnread
      },
    })
  } catch (error) {
    if (!outlet.headersSent) throw error
  }
  outlet.end()
}

/** The text of an event ends with its position. */
function asMessage(event: string): string {
  const id = event.slice(event.lastIndexOf('"id":') + 5, -1)
  return `id: ${id}\ndata: ${event}\n\n`
}
