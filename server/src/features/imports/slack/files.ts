import type { Archive } from '../archives/archive.ts'
import { asFlag, asNumber, asRecord, asRecords, firstText, type Loose } from '../loose.ts'
import type { SourceMessageFile } from '../model.ts'
import type { Report } from '../report.ts'
import { type Document, line, plain } from '../text/document.ts'
import type { ImportText } from '../text/text.ts'
import { writeDocument } from '../text/write-document.ts'
import type { SlackConversation } from './conversations.ts'
import type { Downloads } from './download.ts'
import type { SlackLayout } from './layout.ts'
import { unescaped } from './text/context.ts'
import { timeOfSeconds } from './time.ts'
import { withoutTokens } from './tokens.ts'

export interface SlackFiles {
  /** Files whose bytes are in the archive, or can be downloaded. */
  stored: SourceMessageFile[]
  /** Links to, or names of, the others. */
  links: Document
}

interface Sources {
  archive: Archive
  layout: SlackLayout
  downloads: Downloads | undefined
  report: Report
}

/** Old exports have one `file` instead of a list. */
export function filesIn(message: Loose): Loose[] {
  const listed = asRecords(message.files)
  return listed.length > 0 || message.file === undefined ? listed : [asRecord(message.file)]
}

/** The files of a message. */
export function filesOf(message: Loose, conversation: SlackConversation, sources: Sources): SlackFiles {
  const files: SlackFiles = { stored: [], links: [] }
  for (const raw of filesIn(message)) addFile(raw, files, conversation, sources)
  return files
}

function addFile(
  raw: Loose,
  files: SlackFiles,
  conversation: SlackConversation,
  { archive, layout, downloads, report }: Sources,
): void {
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
  const permalink = withoutTokens(firstText(raw.permalink))
  const link = line(
    /^https?:\/\//.test(permalink) ? { kind: 'link', url: permalink, label: title } : plain(title),
  )
  if (downloads === undefined) {
    report.skip('files', 'bytes are not in the archive')
    files.links = [...files.links, link]
    return
  }
  const address = firstText(raw.url_private_download, url)
  files.stored.push({
    ...file,
    fallback: flatText(writeDocument([link])),
    open: () =>
      downloads.file({ url: address, size: asNumber(raw.size) ?? 0, mimeType: file.contentType ?? '' }),
  })
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

const flatText = (text: ImportText) => text.filter((part) => typeof part === 'string').join('')
