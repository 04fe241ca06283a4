import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { PassThrough, Readable } from 'node:stream'
import { BackupError } from './format.ts'

const minPassphraseLength = 8
/** Cost of guessing a passphrase: 2^17 needs 128 MB of memory for half a second. */
const scryptLogN = 17
/** A hostile file must not use up all memory. */
const maxScryptLogN = 20
const tagBytes = 16
/** The first bytes of a file that is encrypted with age. */
const ageMagic = Buffer.from('age-encryption.org/v1\n')

/** The first line of a file. */
export async function readPassphrase(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new BackupError(`The passphrase cannot be read: ${error.message}.`)
  })
  const passphrase = text.split(/\r?\n/)[0] ?? ''
  if (passphrase.length >= minPassphraseLength) return passphrase
  throw new BackupError(`The passphrase in ${path} must have at least ${minPassphraseLength} characters.`)
}

/** Encrypts a stream in the format of age, so that `age --decrypt` can read it, too. */
export async function encrypt(content: Readable, passphrase: string): Promise<Readable> {
  const { Encrypter, Stanza } = await import('age-encryption')
  const encrypter = new Encrypter()
  encrypter.addRecipient({
    wrapFileKey: async (fileKey) => {
      const salt = randomBytes(16)
      const key = await deriveKey(passphrase, salt, scryptLogN)
      const cipher = createCipheriv('chacha20-poly1305', key, Buffer.alloc(12), { authTagLength: tagBytes })
      const wrapped = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()])
      return [new Stanza(['scrypt', salt.toString('base64').replace(/=+$/, ''), String(scryptLogN)], wrapped)]
    },
  })
  return fromWeb(await encrypter.encrypt(toWeb(content)))
}

/** A key of the file, encrypted for one recipient. */
interface FileKeyStanza {
  args: string[]
  body: Uint8Array
}

/** The key of the file, or null if the passphrase is wrong. */
async function unwrapFileKey(
  passphrase: string,
  stanzas: readonly FileKeyStanza[],
): Promise<Uint8Array | null> {
  const [
    {
      args: [type, salt = '', cost = ''],
      body,
    } = { args: [], body: new Uint8Array() },
  ] = stanzas
  const logN = Number(cost)
  if (type !== 'scrypt' || stanzas.length !== 1 || !(logN >= 1 && logN <= maxScryptLogN)) return null
  const key = await deriveKey(passphrase, Buffer.from(salt, 'base64'), logN)
  const cipher = createDecipheriv('chacha20-poly1305', key, Buffer.alloc(12), { authTagLength: tagBytes })
  cipher.setAuthTag(body.subarray(-tagBytes))
  try {
    return Buffer.concat([cipher.update(body.subarray(0, -tagBytes)), cipher.final()])
  } catch {
    return null
  }
}

/**
 * The key of a passphrase, as the format defines it. Computed outside of the event loop: the library would compute it in
 * JavaScript and block the server for seconds.
 */
async function deriveKey(passphrase: string, salt: Buffer, logN: number): Promise<Buffer> {
  const N = 2 ** logN
  const label = Buffer.concat([Buffer.from('age-encryption.org/v1/scrypt'), salt])
  return await new Promise((resolve, reject) =>
    scrypt(passphrase, label, 32, { N, r: 8, p: 1, maxmem: 256 * N * 8 }, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  )
}

/** Decrypts a stream if it is encrypted. */
export async function decryptIfNeeded(content: Readable, passphrase: string | undefined): Promise<Readable> {
  const { start, whole } = await peek(content, ageMagic.length)
  if (!start.equals(ageMagic)) return whole
  if (passphrase === undefined) {
    throw new BackupError(
      'The backup is encrypted: name the file with its passphrase with --passphrase-file.',
    )
  }
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  decrypter.addIdentity({ unwrapFileKey: (stanzas: FileKeyStanza[]) => unwrapFileKey(passphrase, stanzas) })
  const decrypted = await decrypter.decrypt(toWeb(whole)).catch(() => {
    throw new BackupError('The passphrase is wrong.')
  })
  return fromWeb(decrypted, new BackupError('The backup is damaged or incomplete: it cannot be decrypted.'))
}

const toWeb = (content: Readable) => Readable.toWeb(content) as unknown as ReadableStream<Uint8Array>

/** Reads a web stream; with `failure` in place of any error. */
function fromWeb(content: ReadableStream<Uint8Array>, failure?: Error): Readable {
  const chunks = async function* () {
    try {
      yield* content as unknown as AsyncIterable<Uint8Array>
    } catch (error) {
      throw failure ?? error
    }
  }
  return Readable.from(chunks(), { objectMode: false })
}

/** Reads the start of a stream without losing it. */
async function peek(content: Readable, length: number): Promise<{ start: Buffer; whole: Readable }> {
  const iterator = content[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  const chunks: Buffer[] = []
  let size = 0
  while (size < length) {
    const { value, done } = await iterator.next()
    if (done) break
    chunks.push(value)
    size += value.length
  }
  const start = Buffer.concat(chunks)
  const all = async function* () {
    yield start
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value
  }
  const whole = size === 0 ? new PassThrough().end() : Readable.from(all(), { objectMode: false })
  return { start: start.subarray(0, length), whole }
}
