import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { hashOfKey } from './signer.ts'

/** Each purpose has its own encryption key, so a value that was sealed for one cannot be opened for another. */
export type SealPurpose =
  | 'api key'
  | 'webhook token'
  | 'invitation key'
  | 'server secret'
  | 'bot config'
  | 'event'
  | 'email'
  | 'followed key'
  | 'totp secret'
  | 'audit webhook'
  | 'summary key'
  | 'data key'
  | 'zoom token'
  | 'refresh token'

export const secretKeyBytes = 32
const ivBytes = 12
const tagBytes = 16
/** Sealed for a purpose. */
const version = 's1'
/** Sealed for a purpose and a row, so that a value which is copied to another row does not open there. */
const boundVersion = 's2'

/** A key as the database stores it: a hash for lookups, and the sealed key, because the API shows it again. */
export interface StoredKey {
  hash: string
  sealed: string
}

/**
 * Encrypts secrets before they are stored (AES-256-GCM), so that access to the database alone reveals none. The key
 * comes from outside the database. During a rotation there are several keys: the first one seals, and all of them
 * open.
 */
export class Sealer {
  /** One per key, the current one first. They identify the keys and reveal nothing about them. */
  readonly fingerprints: readonly string[]
  readonly #keys = new Map<string, SecretKey>()
  readonly #current: SecretKey
  /** Whether values are bound to their rows. Servers of version 0.2 cannot open those, and have no master key. */
  readonly bindsRows: boolean

  constructor(secretKeys: readonly Buffer[], { bindsRows = false } = {}) {
    this.bindsRows = bindsRows
    const keys = secretKeys.map((bytes) => new SecretKey(bytes))
    const [current] = keys
    if (current === undefined) throw new Error('A sealer needs a key.')
    this.#current = current
    this.fingerprints = keys.map(({ fingerprint }) => fingerprint)
    for (const key of keys) this.#keys.set(key.id, key)
  }

  /** Prefix of all values sealed with the current key, unless they are bound to rows. */
  get prefix(): string {
    return `${version}.${this.#current.id}.`
  }

  /** Prefix of all values sealed with the current key for a row. */
  get rowPrefix(): string {
    return this.bindsRows ? `${boundVersion}.${this.#current.id}.` : this.prefix
  }

  /** `row` names the row that the value is stored in: table and primary key. */
  seal(purpose: SealPurpose, text: string, row?: string): string {
    const iv = randomBytes(ivBytes)
    const cipher = createCipheriv('aes-256-gcm', this.#current.derive(purpose), iv)
    if (row !== undefined && this.bindsRows) cipher.setAAD(Buffer.from(row))
    const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    const prefix = row === undefined ? this.prefix : this.rowPrefix
    return `${prefix}${Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url')}`
  }

  /** Throws if the value was sealed for another purpose or row, with an unknown key, or changed since. */
  open(purpose: SealPurpose, sealed: string, row?: string): string {
    const [format, id = '', encoded = ''] = sealed.split('.')
    const key = this.#keys.get(id)
    if ((format !== version && format !== boundVersion) || key === undefined) {
      throw new Error(`A stored secret (${purpose}) was not encrypted with the secret key of this server.`)
    }
    const bytes = Buffer.from(encoded, 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', key.derive(purpose), bytes.subarray(0, ivBytes), {
      authTagLength: tagBytes,
    })
    if (format === boundVersion) decipher.setAAD(Buffer.from(row ?? ''))
    decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
    return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
  }

  storedKey(purpose: SealPurpose, key: string, row?: string): StoredKey {
    return { hash: hashOfKey(key), sealed: this.seal(purpose, key, row) }
  }

  /** For JSON columns: a document that contains nothing but the sealed text of the original. */
  sealJson(purpose: SealPurpose, json: string, row?: string): string {
    return JSON.stringify({ sealed: this.seal(purpose, json, row) })
  }

  /** The original of a parsed document. Documents of earlier versions, which were not sealed, are returned unchanged. */
  openJson(purpose: SealPurpose, document: unknown, row?: string): unknown {
    return isSealedJson(document) ? JSON.parse(this.open(purpose, document.sealed, row)) : document
  }
}

function isSealedJson(document: unknown): document is { sealed: string } {
  const { sealed, ...others } = (document ?? {}) as { sealed?: unknown }
  return typeof sealed === 'string' && /^s[12]\./.test(sealed) && Object.keys(others).length === 0
}

class SecretKey {
  readonly #bytes: Buffer
  readonly #derived = new Map<string, Buffer>()
  readonly fingerprint: string
  /** Identifies the key in sealed values. */
  readonly id: string

  constructor(bytes: Buffer) {
    if (bytes.length !== secretKeyBytes) throw new Error(`A secret key has ${secretKeyBytes} bytes.`)
    this.#bytes = bytes
    this.fingerprint = createHmac('sha256', this.derive('fingerprint'))
      .update('loquat')
      .digest('hex')
      .slice(0, 32)
    this.id = this.fingerprint.slice(0, 8)
  }

  derive(purpose: string): Buffer {
    let derived = this.#derived.get(purpose)
    if (derived === undefined) {
      derived = Buffer.from(hkdfSync('sha256', this.#bytes, '', `loquat ${purpose}`, 32))
      this.#derived.set(purpose, derived)
    }
    return derived
  }
}
