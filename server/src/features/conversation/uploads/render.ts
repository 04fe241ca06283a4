import type { App } from '../../../app.ts'
import type { Db } from '../../../db/database.ts'
import type { User } from '../../../directory/directory.ts'
import type { ContextLookups } from '../../../markdown/context.ts'
import type { Realm } from '../../../realms/realm.ts'
import { linkedTopics } from '../../places/channels/linked-topics.ts'
import { type RenderedContent, renderContent } from '../messages/render-content.ts'
import { fetchableAmong } from './access.ts'
import { finderIn, imageIn } from './images.ts'
import type { Attachment } from './store.ts'

export interface RenderedWithFiles extends RenderedContent {
  /** Linked files that the author may fetch. Other links to files are plain links. */
  attachments: readonly Attachment[]
}

/** Renders content. Links to topics or uploads cost an additional lookup, and images a second rendering. */
export async function renderWithFiles(
  app: App,
  realm: Realm,
  writer: User,
  content: string,
  { found = {}, db = app.database.db }: { found?: ContextLookups; db?: Db | undefined } = {},
): Promise<RenderedWithFiles> {
  const resolved = { ...(await linkedTopics(db, realm.directory, writer, content)), ...found }
  const plain = renderContent(realm.directory, writer, content, resolved)
  if (plain.uploads.length === 0) return { ...plain, attachments: [] }
  const attachments = await fetchableAmong(app, realm, writer, plain.uploads)
  if (!attachments.some(({ image }) => image !== null)) return { ...plain, attachments }
  const find = finderIn(attachments)
  const uploadedImage = (path: string) => {
    const attachment = find(path)
    return (attachment && imageIn(attachment)) ?? undefined
  }
  return { ...renderContent(realm.directory, writer, content, { ...resolved, uploadedImage }), attachments }
}
