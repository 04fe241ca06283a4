import { randomBytes } from 'node:crypto'
import type { PlainClient, PlainRequest } from './plain-client.ts'

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const partBytes = 40_000
const partsPerUpload = 6
const lastContent = 'the last message'

interface Queue {
  queueId: string
  lastEventId: number
}

interface ReceivedEvent {
  id: number
  message?: { content: string }
}

/** The messages that one reader has received. */
class Reader {
  readonly contents: string[] = []
  readonly #queue: Queue

  constructor(queue: Queue) {
    this.#queue = queue
  }

  get isDone(): boolean {
    return this.contents.at(-1) === lastContent
  }

  get path(): string {
    return `/api/v1/events?queue_id=${this.#queue.queueId}&last_event_id=${this.#queue.lastEventId}`
  }

  take({ id, message }: ReceivedEvent): void {
    this.#queue.lastEventId = id
    if (message !== undefined) this.contents.push(message.content)
  }
}

/**
 * Sends, fetches, long polls, an event stream and uploads in parts, all at the same time and without retries, until the end. A
 * loop whose request fails ends.
 */
export class Traffic {
  readonly #client: PlainClient
  readonly #sent: string[] = []
  readonly #readers: Reader[] = []
  #work: Promise<unknown> = Promise.resolve()
  #reading: Promise<unknown> = Promise.resolve()
  #hasEnded = false

  private constructor(client: PlainClient) {
    this.#client = client
  }

  static async start(client: PlainClient): Promise<Traffic> {
    const traffic = new Traffic(client)
    const [one, two, three] = [await traffic.#open(), await traffic.#open(), await traffic.#open()]
    traffic.#reading = Promise.all([traffic.#poll(one), traffic.#poll(two), traffic.#stream(three)])
    const work = [traffic.#send('a'), traffic.#send('b'), traffic.#fetch(), traffic.#upload()]
    traffic.#work = Promise.all(work)
    return traffic
  }

  /** Ends after a last message, which all readers wait for. */
  async end(): Promise<{ sent: number; lost: number; repeated: number }> {
    this.#hasEnded = true
    await this.#work
    await this.#sendMessage(lastContent)
    await this.#reading
    const lost = this.#readers.flatMap(({ contents }) => {
      const received = new Set(contents)
      return this.#sent.filter((content) => !received.has(content))
    })
    const repeated = this.#readers.map(({ contents }) => contents.length - new Set(contents).size)
    return {
      sent: this.#sent.length,
      lost: lost.length,
      repeated: repeated.reduce((sum, count) => sum + count, 0),
    }
  }

  async #open(): Promise<Reader> {
    const body = 'event_types=["message"]&apply_markdown=false'
    const request: PlainRequest = { method: 'POST', path: '/api/v1/register', headers: form, body }
    const { queue_id, last_event_id } = JSON.parse(
      (await this.#client.send('register', request))?.body ?? '{}',
    )
    const reader = new Reader({ queueId: queue_id, lastEventId: last_event_id })
    this.#readers.push(reader)
    return reader
  }

  async #sendMessage(content: string): Promise<boolean> {
    const body = String(new URLSearchParams({ type: 'channel', to: 'general', topic: 'traffic', content }))
    const request: PlainRequest = { method: 'POST', path: '/api/v1/messages', headers: form, body }
    if ((await this.#client.send('send', request)) === undefined) return false
    this.#sent.push(content)
    return true
  }

  async #send(name: string): Promise<void> {
    for (let n = 0; !this.#hasEnded; n++) if (!(await this.#sendMessage(`${name} ${n}`))) return
  }

  async #fetch(): Promise<void> {
    const path = '/api/v1/messages?anchor=newest&num_before=20&num_after=0'
    while (!this.#hasEnded && (await this.#client.send('fetch', { path })) !== undefined);
  }

  async #poll(reader: Reader): Promise<void> {
    while (!reader.isDone) {
      const response = await this.#client.send('poll', { path: reader.path })
      if (response === undefined) return
      for (const event of JSON.parse(response.body).events) reader.take(event)
    }
  }

  /** A stream that the server ends is opened again, as browsers do. */
  async #stream(reader: Reader): Promise<void> {
    while (!reader.isDone) {
      let rest = ''
      const onData = (chunk: string) => {
        const blocks = (rest + chunk).split('\n\n')
        rest = blocks.pop() ?? ''
        for (const block of blocks) reader.take(JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? '{}'))
        return reader.isDone
      }
      const headers = { accept: 'text/event-stream' }
      if ((await this.#client.send('stream', { path: reader.path, headers, onData })) === undefined) return
    }
  }

  /** Uploads files in parts, each of which is a request. */
  async #upload(): Promise<void> {
    const bytes = randomBytes(partBytes * partsPerUpload)
    const tus = { 'tus-resumable': '1.0.0' }
    const name = Buffer.from('traffic.bin').toString('base64')
    const sizes = { 'upload-length': String(bytes.length), 'upload-metadata': `filename ${name}` }
    while (!this.#hasEnded) {
      const begin: PlainRequest = { method: 'POST', path: '/api/v1/tus', headers: { ...tus, ...sizes } }
      const { location } = (await this.#client.send('upload', begin))?.headers ?? {}
      if (location === undefined) return
      const path = new URL(location, 'http://localhost').pathname
      for (let offset = 0; offset < bytes.length; offset += partBytes) {
        const type = 'application/offset+octet-stream'
        const headers = { ...tus, 'content-type': type, 'upload-offset': String(offset) }
        const body = bytes.subarray(offset, offset + partBytes)
        const part = await this.#client.send('upload part', { method: 'PATCH', path, headers, body })
        if (part === undefined) return
      }
    }
  }
}
