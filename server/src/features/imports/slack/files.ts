import type { Archive } from '../archives/archive.ts'
import { asFlag, asNumber, asRecord, asRecords, firstText, type Loose } from '../loose.ts'
import type { SourceFile } from '../model.ts'
import type { Report } from '../report.ts'
import { type Document, line, plain } from '../text/document.ts'
import type { SlackConversation } from './conversations.ts'
import type { Downloads } from './download.ts'
import type { SlackLayout } from './layout.ts'
import { unescaped } from './text/context.ts'
import { timeOfSeconds } from './time.ts'
import { withoutTokens } from './tokens.ts'

export interface SlackFiles {
  /** Files whose bytes are in the archive. */
  stored: (SourceFile & { title: string })[]
  /** Links to, or names of, the others. */
  links: Document
}

interface Sources {
  archive: Archive
  layout: SlackLayout
  downloads: Downloads | undefined
  report: Report
}

/** The files of a message. */
export async function filesOf(
  message: Loose,
  conversation: SlackConversation,
  sources: Sources,
): Promise<SlackFiles> {
  const files: SlackFiles = { stored: [], links: [] }
  const listed = asRecords(message.files)
  const raws = listed.length > 0 || message.file === undefined ? listed : [asRecord(message.file)]
  for (const raw of raws) await addFile(raw, files, conversation, sources)
  return files
}

async function addFile(
  raw: Loose,
  files: SlackFiles,
  conversation: SlackConversation,
  { archive, layout, downloads, report }: Sources,
): Promise<void> {
  const id = firstText(raw.id)
  const name = report.clean(firstText(raw.name, raw.title, id, 'file'))
  const title = unescaped(report.clean(firstText(raw.title, raw.name, id, 'file')))
  const file = {
    id,
    name,
    title,
    contentType: firstText(raw.mimetype) || undefined,
    createdAt: timeOfSeconds(raw.created) ?? timeOfSeconds(raw.timestamp),
    owner: firstText(raw.user) || undefined,
  }
  const entry = layout.bytesOf({ id, name }, conversation.folder ?? '', conversation.id)
  if (entry !== undefined) {
    files.stored.push({ ...file, open: () => archive.open(entry) })
    return
  }
  const gone = whyGone(raw)
  if (gone !== undefined) {
    report.skip('files', gone)
    return
  }
  const url = firstText(raw.url_private)
  if (asFlag(raw.is_external) || URL.parse(url)?.host !== 'files.slack.com') {
    files.links = [...files.links, line({ kind: 'link', url: withoutTokens(url), label: title })]
    report.skip('files', 'bytes are not in the archive')
    return
  }
  const content = await downloads?.file({
    url: firstText(raw.url_private_download, url),
    size: asNumber(raw.size) ?? 0,
    mimeType: file.contentType ?? '',
  })
  if (content !== undefined) {
    files.stored.push({ ...file, open: async () => content })
    return
  }
  report.skip('files', 'bytes are not in the archive')
  const permalink = withoutTokens(firstText(raw.permalink))
  const isLink = /^https?:\/\//.test(permalink)
  files.links = [...files.links, line(isLink ? { kind: 'link', url: permalink, label: title } : plain(title))]
}

/** Files that leave no trace in the text. */
function whyGone(raw: Loose): 'deleted in the source' | 'bytes are not in the archive' | undefined {
  if (raw.mode === 'tombstone') return 'deleted in the source'
  const isHidden =
    raw.mode === 'hidden_by_limit' ||
    raw.file_access === 'access_denied' ||
    raw.file_access === 'file_not_found' ||
    firstText(raw.url_private) === ''
  return isHidden ? 'bytes are not in the archive' : undefined
}
