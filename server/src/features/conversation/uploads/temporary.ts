import { apiError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import type { DownloadRequest } from '../../../http/reply/downloads.ts'
import type { Realm } from '../../../realms/realm.ts'
import { mayFetch } from './access.ts'
import { type Attachment, findAttachment, findByPath } from './store.ts'

const linkTtlMs = 60_000
const purpose = 'file for a minute'

/** The last part of the path, which browsers use as the file name. */
const nameIn = ({ path_id }: Attachment) => path_id.split('/').at(-1) ?? ''

/** A URL of a file that needs no login. */
export async function temporaryUrl(app: App, realm: Realm, user: User, pathId: string): Promise<string> {
  const [attachment] = await findByPath(app.database.db, realm.id, [pathId])
  if (attachment === undefined) throw apiError('file-not-found')
  if (!(await mayFetch(app, realm, user, attachment))) {
    throw apiError('file-access-denied')
  }
  const name = nameIn(attachment)
  const text = `${attachment.id}.${app.clock.now() + linkTtlMs}`
  const token = `${text}.${app.signer.sign(purpose, `${realm.id} ${text} ${name}`)}`
  return `/user_uploads/temporary/${token}/${encodeURIComponent(name)}`
}

/** The same error for every reason. */
export async function attachmentOfToken(
  { app, realm }: Pick<DownloadRequest, 'app' | 'realm'>,
  token: string,
  name: string,
): Promise<Attachment> {
  const { id: realmId } = await realm()
  const [, id = '', until = '', signature = ''] = /^(\d{1,15})\.(\d{1,15})\.([\w-]+)$/.exec(token) ?? []
  const isOurs = app.signer.isSigned(purpose, `${realmId} ${id}.${until} ${name}`, signature)
  const attachment =
    isOurs && app.clock.now() <= Number(until)
      ? await findAttachment(app.database.db, realmId, Number(id))
      : undefined
  if (attachment === undefined) throw apiError('file-link-expired')
  return attachment
}
