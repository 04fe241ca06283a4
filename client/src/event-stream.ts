/** One server-sent event. */
export interface StreamMessage {
  /** The last ID that the stream sent; empty if none. */
  id: string
  type: string
  data: string
}

/**
 * Parses `text/event-stream` from bytes that may be split anywhere: within a line, a line ending or a character. An
 * incomplete message at the end of the stream is dropped.
 */
export class EventStreamParser {
  readonly #decoder = new TextDecoder()
  #begunLine = ''
  #endedInCr = false
  #id = ''
  #type = ''
  #data: string[] = []

  push(bytes: Uint8Array): StreamMessage[] {
    let text = this.#decoder.decode(bytes, { stream: true })
    if (text === '') return []
    // The second half of a CRLF line ending.
    if (this.#endedInCr && text.startsWith('\n')) text = text.slice(1)
    this.#endedInCr = text.endsWith('\r')
    const messages: StreamMessage[] = []
    let from = 0
    for (const end of text.matchAll(/\r\n?|\n/g)) {
      const message = this.#take(this.#begunLine + text.slice(from, end.index))
      if (message !== undefined) messages.push(message)
      this.#begunLine = ''
      from = end.index + end[0].length
    }
    this.#begunLine += text.slice(from)
    return messages
  }

  /** An empty line ends the message; other lines add fields to it. */
  #take(line: string): StreamMessage | undefined {
    if (line === '') return this.#finish()
    const colon = line.indexOf(':')
    const field = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1)
    if (field === 'data') this.#data.push(value)
    else if (field === 'event') this.#type = value
    else if (field === 'id' && !value.includes('\0')) this.#id = value
    return undefined
  }

  #finish(): StreamMessage | undefined {
    const type = this.#type === '' ? 'message' : this.#type
    const data = this.#data
    this.#type = ''
    this.#data = []
    return data.length === 0 ? undefined : { id: this.#id, type, data: data.join('\n') }
  }
}

/**
 * Yields the messages that each chunk completes. The list may be empty, but each chunk shows that the connection is
 * alive.
 */
export async function* messagesIn(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamMessage[]> {
  const parser = new EventStreamParser()
  // Not every browser supports async iteration over streams.
  const reader = body.getReader()
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      yield parser.push(value)
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}
