import { WireError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import type { Realm } from '../../../realms/realm.ts'
import type { Translate } from '../../../texts/texts.ts'
import { plain } from '../../administration/integrations/markup.ts'
import { removeAttachments } from '../../conversation/uploads/files.ts'
import { addUpload, storeUpload } from '../../conversation/uploads/receive.ts'
import { findByPath } from '../../conversation/uploads/store.ts'
import type { EmailAttachment } from './parse-email.ts'

/** Further files of an email are not stored. */
export const maxAttachments = 20

export interface StoredAttachments {
  /** Links to the files, and the names of those that were not stored. */
  markdown: string
  /** Deletes the files, if the message could not be posted. */
  discard(): Promise<void>
}

/** Uploads the files of an email. Files that are too large, or exceed the quota, are only named. */
export async function storeAttachments(
  app: App,
  realm: Realm,
  owner: User,
  attachments: readonly EmailAttachment[],
  text: Translate,
): Promise<StoredAttachments> {
  const lines: string[] = []
  const paths: string[] = []
  const discard = async () => await discardAll(app, realm, paths)
  try {
    for (const [n, attachment] of attachments.slice(0, maxAttachments).entries()) {
      const name =
        plain(attachment.name, 100).replace(/[[\]]/g, '') || text('email.attachment', { number: n + 1 })
      const url = await storeOne(app, realm, owner, { ...attachment, name: attachment.name || name })
      if (url !== undefined) paths.push(url.replace('/user_uploads/', ''))
      lines.push(url === undefined ? text('email.notStored', { name }) : `[${name}](${url})`)
    }
  } catch (error) {
    await discard()
    throw error
  }
  const left = attachments.length - maxAttachments
  if (left > 0) lines.push(text('email.moreAttachments', { count: left }))
  return { markdown: lines.join('\n'), discard }
}

/** The URL, or undefined if the file is refused. */
async function storeOne(
  app: App,
  realm: Realm,
  owner: User,
  { name, contentType, content }: EmailAttachment,
): Promise<string | undefined> {
  try {
    const stored = await storeUpload(app, realm, { name, contentType, content: once(content) })
    return (await addUpload(app, realm, owner, stored)).url
  } catch (error) {
    if (error instanceof WireError && error.status < 500) return undefined
    throw error
  }
}

async function* once(content: Uint8Array): AsyncGenerator<Uint8Array> {
  if (content.length > 0) yield content
}

async function discardAll(app: App, realm: Realm, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return
  try {
    const found = await findByPath(app.database.db, realm.id, paths)
    await realm.transactExclusively((tx) =>
      removeAttachments(
        tx,
        found.map(({ id }) => id),
      ),
    )
  } catch (error) {
    // Files without links are deleted after some weeks anyway.
    app.logger.warn({ err: error }, 'could not delete the files of an email that was not posted')
  }
}
