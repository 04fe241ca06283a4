import { createHash, type Hash } from 'node:crypto'
import { Transform } from 'node:stream'
import type { DiscoveryQuery } from '@loquat/contract'

/** Names of the two files that prove the others. */
export const custodyFile = 'custody.json'
export const signatureFile = 'custody.sig'

export interface CustodyEntry {
  path: string
  bytes: number
  sha256: string
}

/** The chain of custody: requester, query and contents of an archive. */
export interface Custody {
  format: 'loquat-discovery'
  version: 1
  organization: { id: number; name: string; url: string }
  discovery_export_id: number
  requested_by: { id: number; name: string; email: string }
  requested_at: string
  made_at: string
  query: DiscoveryQuery
  counts: {
    messages: number
    deleted_messages: number
    versions: number
    files: number
    missing_files: number
  }
  files: CustodyEntry[]
}

export const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')

/** Hashes the bytes that pass. */
export class HashingStream extends Transform {
  readonly #hash: Hash = createHash('sha256')
  #bytes = 0

  override _transform(chunk: Buffer, _encoding: string, done: (error: null, chunk: Buffer) => void): void {
    this.#hash.update(chunk)
    this.#bytes += chunk.length
    done(null, chunk)
  }

  /** After the end. */
  entry(path: string): CustodyEntry {
    return { path, bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }
}
