import { asList, asRecord, asRecords, asText, type Loose } from '../../loose.ts'
import { type AttachmentTexts, attachmentDocument } from '../../text/attachment.ts'
import type { Document } from '../../text/document.ts'
import { parseBlocks } from './blocks.ts'
import { type SlackNames, unescaped } from './context.ts'
import { parseMrkdwn } from './mrkdwn.ts'

/** Attachments of a message, except previews of links that its text has. */
export function parseAttachments(attachments: unknown, text: string, names: SlackNames): Document {
  const texts: AttachmentTexts = { parse: (source) => parseMrkdwn(source, names), plain: unescaped }
  const shown = unescaped(text)
  return asList(attachments)
    .map(asRecord)
    .filter((attachment) => !isPreview(attachment, shown))
    .flatMap((attachment) => [...attachmentDocument(attachment, texts), ...blocksOf(attachment, names)])
}

function isPreview(attachment: Loose, text: string): boolean {
  const urls = [attachment.from_url, attachment.original_url].map(asText)
  return urls.some((url) => url !== '' && text.includes(unescaped(url)))
}

/** Own blocks, or those of a message that the attachment shares, whose text says the same. */
function blocksOf(attachment: Loose, names: SlackNames): Document {
  const shared = asText(attachment.text) === '' ? asRecords(attachment.message_blocks) : []
  return [
    ...parseBlocks(attachment.blocks, names),
    ...shared.flatMap((entry) => parseBlocks(asRecord(entry.message).blocks, names)),
  ]
}
