import { Readable } from 'node:stream'
import type { User } from '../../directory/directory.ts'
import { addUpload, storeUpload } from '../../features/conversation/uploads/receive.ts'
import { findByPath } from '../../features/conversation/uploads/store.ts'
import { ensureThumbnails } from '../../features/conversation/uploads/thumbnails.ts'
import { toJpeg, toPng, type UploadName, uploads } from './images.ts'
import type { Stage } from './stage.ts'

/** Stored as JPEG. */
const photographs = new Set<UploadName>(['bench'])

/** Files that people upload with their messages. */
export class Uploads {
  readonly #stage: Stage
  readonly #links = new Map<UploadName, string>()

  constructor(stage: Stage) {
    this.#stage = stage
  }

  /** A link to the file, which this person uploads if nobody has yet. */
  async link(name: UploadName, owner: User): Promise<string> {
    const known = this.#links.get(name)
    if (known !== undefined) return known
    const { app, realm } = this.#stage
    const isPhotograph = photographs.has(name)
    const fileName = `${name}.${isPhotograph ? 'jpg' : 'png'}`
    const bytes = await (isPhotograph ? toJpeg : toPng)(uploads[name]())
    const contentType = isPhotograph ? 'image/jpeg' : 'image/png'
    const stored = await storeUpload(app, realm, {
      name: fileName,
      contentType,
      content: Readable.from([bytes]),
    })
    const { url } = await addUpload(app, realm, owner, stored)
    // Thumbnails are made immediately, so that the first reader does not wait; the job then finds nothing to do.
    const [attachment] = await findByPath(app.database.db, realm.id, [stored.path_id])
    if (attachment !== undefined) await ensureThumbnails(app, realm, attachment.id)
    const link = `[${fileName}](${url})`
    this.#links.set(name, link)
    return link
  }
}
