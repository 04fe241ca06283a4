import { Readable } from 'node:stream'
import { fetchOutside, type Outside, openOutside } from '../../../platform/outbound.ts'
import { MissingBytesError } from '../import-error.ts'

/** Fetches files that the archive only links to. */
export interface Downloads {
  /** A file of Slack. Fails with `MissingBytesError` if it cannot be had. */
  file(file: DownloadedFile): Promise<Readable>
  /** A small picture from any public site; undefined if it cannot be had. */
  picture(url: string): Promise<Uint8Array | undefined>
}

export interface DownloadedFile {
  url: string
  /** Declared size in bytes. */
  size: number
  mimeType: string
}

/** Addresses contain a token for all files of the workspace, so they go nowhere else and appear in no error. */
const fileHost = 'files.slack.com'
const concurrency = 3
const fileTimeoutMs = 10 * 60_000
const pictureTimeoutMs = 20_000
const maxPictureBytes = 10 * 2 ** 20

/** `outside` is for tests: name resolution and the addresses that may be reached. */
export function slackDownloads(outside: Partial<Outside> = {}): Downloads {
  const slots = new Slots(concurrency)
  return {
    file: async ({ url, size, mimeType }) => {
      const target = URL.parse(url)
      if (target?.protocol !== 'https:' || target.host !== fileHost) throw new MissingBytesError()
      const release = await slots.take()
      const bytes = fileBytes(url, mimeType, { maxBytes: Math.ceil(size * 1.1), ...outside })
      return Readable.from(bytes).once('close', release)
    },
    picture: async (url) => {
      if (URL.parse(url)?.protocol !== 'https:') return undefined
      const release = await slots.take()
      try {
        const reply = await fetchOutside(url, {
          timeoutMs: pictureTimeoutMs,
          maxBytes: maxPictureBytes,
          redirects: 2,
          ...outside,
          wants: ({ status, headers }) => status === 200 && /^image\//.test(headers['content-type'] ?? ''),
        })
        return reply.body.length === 0 || reply.isCut ? undefined : reply.body
      } catch {
        return undefined
      } finally {
        release()
      }
    },
  }
}

/** Errors of the client are not passed on: they must not show the address. */
export async function* fileBytes(
  url: string,
  mimeType: string,
  outside: Partial<Outside> & { maxBytes: number },
) {
  try {
    // Redirects lead to a login page, never to the file.
    const reply = await openOutside(url, { timeoutMs: fileTimeoutMs, ...outside, redirects: 0 })
    try {
      if (reply.status !== 200 || !isOfType(reply.headers['content-type'] ?? '', mimeType))
        throw new MissingBytesError()
      yield* reply.body
    } finally {
      reply.body.destroy()
    }
  } catch {
    throw new MissingBytesError()
  }
}

/** A page of HTML in place of another file is a login page. */
const isOfType = (contentType: string, mimeType: string) =>
  !/^text\/html\b/i.test(contentType) || /html/i.test(mimeType)

class Slots {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(count: number) {
    this.#free = count
  }

  async take(): Promise<() => void> {
    if (this.#free === 0) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#free--
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      const next = this.#waiting.shift()
      if (next === undefined) this.#free++
      else next()
    }
  }
}
