import type { Readable } from 'node:stream'
import { DataStore, ERRORS, Upload } from '@tus/server'
import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import type { Realm } from '../../../realms/realm.ts'
import { addPiece, beginResumable, cancelResumable } from './resumable.ts'
import { findResumable, type ResumableUpload } from './resumable-store.ts'

/** Data store for the tus protocol: a user's unfinished uploads, in pieces in the file storage. */
export class PieceStore extends DataStore {
  override extensions = ['creation', 'creation-with-upload', 'termination']
  readonly #app: App
  readonly #realm: Realm
  readonly #user: User | undefined

  constructor(app: App, realm: Realm, user: User | undefined) {
    super()
    this.#app = app
    this.#realm = realm
    this.#user = user
  }

  override async create(upload: Upload): Promise<Upload> {
    if (this.#user === undefined) throw ERRORS.FILE_NOT_FOUND
    const { id, size = 0, metadata = {} } = upload
    await beginResumable(this.#app, this.#realm, this.#user, { id, size, metadata })
    return upload
  }

  override async getUpload(id: string): Promise<Upload> {
    const { size, received, metadata, created_at } = await this.#find(id)
    return new Upload({ id, size, offset: received, metadata, creation_date: created_at.toISOString() })
  }

  override async write(content: Readable, id: string, offset: number): Promise<number> {
    const end = await addPiece(this.#app, await this.#find(id), offset, content)
    if (end === undefined) throw ERRORS.INVALID_OFFSET
    return end
  }

  override async remove(id: string): Promise<void> {
    await cancelResumable(this.#app, await this.#find(id))
  }

  async #find(id: string): Promise<ResumableUpload> {
    const user = this.#user
    const found =
      user === undefined || id.includes('\0')
        ? undefined
        : await findResumable(this.#app.database.db, this.#realm.id, user.id, id)
    if (found === undefined) throw ERRORS.FILE_NOT_FOUND
    return found
  }
}
