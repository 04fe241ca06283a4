import { SmtpRefusal } from './smtp-refusal.ts'

/** Memory for emails that are being received or posted, shared by all connections of a process. */
export class EmailMemory {
  readonly #maxBytes: number
  #used = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** False if there is no room for this many bytes. */
  take(bytes: number): boolean {
    if (this.#used + bytes > this.#maxBytes) return false
    this.#used += bytes
    return true
  }

  release(bytes: number): void {
    this.#used -= bytes
  }
}

/**
 * Reads an email, and passes it on. Drops the rest of an email that is too large or finds no memory: the client must be able
 * to finish sending before it gets an answer.
 */
export async function readData<T>(
  stream: AsyncIterable<Buffer>,
  maxBytes: number,
  memory: EmailMemory,
  use: (chunks: readonly Buffer[]) => Promise<T>,
): Promise<T> {
  const chunks: Buffer[] = []
  let size = 0
  let problem: SmtpRefusal | undefined
  const drop = (refusal: SmtpRefusal) => {
    problem = refusal
    chunks.length = 0
    memory.release(size)
    size = 0
  }
  try {
    for await (const chunk of stream) {
      if (problem !== undefined) continue
      if (size + chunk.length > maxBytes) {
        drop(new SmtpRefusal(552, `5.3.4 An email must be at most ${maxBytes} bytes.`))
      } else if (memory.take(chunk.length)) {
        size += chunk.length
        chunks.push(chunk)
      } else {
        drop(new SmtpRefusal(451, '4.3.1 Too many emails at once, try again later.'))
      }
    }
    if (problem !== undefined) throw problem
    return await use(chunks)
  } finally {
    memory.release(size)
  }
}
