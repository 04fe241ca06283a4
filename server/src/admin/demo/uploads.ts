import { Readable } from 'node:stream'
import type { User } from '../../directory/directory.ts'
import { addUpload, storeUpload } from '../../features/conversation/uploads/receive.ts'
import { findByPath } from '../../features/conversation/uploads/store.ts'
import { ensureThumbnails } from '../../features/conversation/uploads/thumbnails.ts'
import { toJpeg, toPng, type UploadName, uploads } from './images.ts'
import type { Stage } from './stage.ts'

/** What looks like a photograph is stored as one. */
const photographs = new Set<UploadName>(['bench'])

/** Files that people upload as they write. */
export class Uploads {
  readonly #stage: Stage
  readonly #links = new Map<UploadName, string>()

  constructor(stage: Stage) {
    this.#stage = stage
  }

  /** A link to the file, uploaded by this person if nobody has done it yet. */
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
    // Whoever reads the messages first should not wait for it; the job finds that it is done.
    const [attachment] = await findByPath(app.database.db, realm.id, [stored.path_id])
    if (attachment !== undefined) await ensureThumbnails(app, realm, attachment.id)
    const link = `[${fileName}](${url})`
    this.#links.set(name, link)
    return link
  }
}
