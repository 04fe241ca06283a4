import type { Readable } from 'node:stream'
import { apiError } from '@loquat/contract'
import { DataStore, ERRORS, Upload } from '@tus/server'
import type { App } from '../../../app.ts'
import type { Realm } from '../../../realms/realm.ts'
import { storePiece } from '../../conversation/uploads/resumable.ts'
import { folderOf } from './archive-files.ts'
import { appendPiece, importOf, type RequestedImport } from './store.ts'

/** Bounds the list of pieces. With chunks of 16 MiB, this is 320 GB. */
const maxPieces = 20_000

/** Data store for the tus protocol: the archive of an organization's import, which exists already. */
export class ArchiveStore extends DataStore {
  readonly #app: App
  readonly #realm: Realm

  constructor(app: App, realm: Realm) {
    super()
    this.#app = app
    this.#realm = realm
  }

  override async getUpload(id: string): Promise<Upload> {
    const { size, received } = await this.#find(id)
    return new Upload({ id, size, offset: received })
  }

  override async write(content: Readable, id: string, offset: number): Promise<number> {
    const { database, clock } = this.#app
    const row = await this.#find(id)
    if (row.pieces.length >= maxPieces) throw apiError('import-chunks-too-many', { max: maxPieces })
    const end = await storePiece(this.#app, folderOf(row), offset, content, (piece) =>
      appendPiece(database.db, id, piece, new Date(clock.now())),
    )
    if (end === undefined) throw ERRORS.INVALID_OFFSET
    return end
  }

  async #find(id: string): Promise<RequestedImport> {
    const found = await importOf(this.#app.database.db, this.#realm.id)
    if (found?.id !== id) throw ERRORS.FILE_NOT_FOUND
    return found
  }
}
