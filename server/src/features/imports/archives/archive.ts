import type { Readable } from 'node:stream'

/** The entries of an archive, by exact name. Nothing is ever unpacked to a path that the archive names. */
export interface Archive {
  /** Size of the archive file, or of all files of a folder, in bytes. */
  readonly bytes: number
  /** Names of all files, without the common top folder, in the order of the archive. */
  names(): Iterable<string>
  has(name: string): boolean
  /** Declared size of an entry in bytes; undefined if there is no such entry. */
  sizeOf(name: string): number | undefined
  /**
   * Opens an entry. The stream fails with an {@link ImportError} if the entry is damaged or larger than declared. In a
   * compressed tar file only data entries can be opened (see {@link ArchiveOptions.isData}).
   */
  open(name: string): Promise<Readable>
  /**
   * All entries that the predicate accepts, in the order of the archive. The content has to be read or destroyed before
   * the next entry is requested. The only way to read entries of a compressed tar file that are not data.
   */
  walk(accepts: (name: string) => boolean): AsyncIterable<ArchiveEntry>
  /** Bytes read so far, for the progress. */
  bytesRead(): number
  close(): Promise<void>
}

export interface ArchiveEntry {
  name: string
  size: number
  content: Readable
}

export interface ArchiveOptions {
  /**
   * Whether an entry is data that is read by name, such as `realm.json`, rather than a file of a message. Compressed tar
   * files cannot be sought, so their data entries are copied to scratch space.
   */
  isData(name: string): boolean
  /** For copies of data entries. */
  scratchFolder: string
}
