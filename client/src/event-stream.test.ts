import { describe, expect, it } from 'vitest'
import { EventStreamParser, messagesIn, type StreamMessage } from './event-stream.ts'

const encode = (text: string) => new TextEncoder().encode(text)

function read(...pieces: Uint8Array[]): StreamMessage[] {
  const parser = new EventStreamParser()
  return pieces.flatMap((piece) => parser.push(piece))
}

const message = (id: string, data: string, type = 'message') => ({ id, type, data })

/** Everything that the format allows. */
const text =
  '\uFEFF: a comment\n' +
  'id: 1\ndata: {"content":"Müsli 🍊"}\n\n' +
  'id: 2\r\ndata:no space\r\ndata:  two lines, two spaces\r\n\r\n' +
  'event: greeting\rdata\rdata: x: y\r\r' +
  'id: 3\n\n' +
  'retry: 5\nunknown: field\n\n' +
  'data: keeps the ID before\n\n' +
  'id: \u0000bad\ndata: 終\n\n' +
  'data: never finished\n'

const expected = [
  message('1', '{"content":"Müsli 🍊"}'),
  message('2', 'no space\n two lines, two spaces'),
  message('2', '\nx: y', 'greeting'),
  message('3', 'keeps the ID before'),
  message('3', '終'),
]

describe('Reading a stream of events', () => {
  it('yields every message, wherever the bytes are split', () => {
    const bytes = encode(text)
    expect(read(bytes)).toEqual(expected)
    for (let at = 0; at <= bytes.length; at++) {
      expect(read(bytes.subarray(0, at), bytes.subarray(at)), `cut at ${at}`).toEqual(expected)
    }
    expect(read(...Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(expected)
  })

  it('yields a message as soon as the line after it arrives', () => {
    const parser = new EventStreamParser()
    expect(parser.push(encode('data: now\n'))).toEqual([])
    expect(parser.push(encode('\n'))).toEqual([message('', 'now')])
  })

  it('reads a body in chunks, reports chunks without a complete message, and releases the body when reading stops', async () => {
    let canceled = false
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (const piece of [': ping\n', 'data: a\n\nda', 'ta: b\n\n']) controller.enqueue(encode(piece))
      },
      cancel: () => {
        canceled = true
      },
    })
    const seen: string[][] = []
    for await (const messages of messagesIn(body)) {
      seen.push(messages.map(({ data }) => data))
      if (seen.length === 3) break
    }
    expect(seen).toEqual([[], ['a'], ['b']])
    expect(canceled).toBe(true)
  })
})
