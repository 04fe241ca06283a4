import { hasKnownScheme } from '../../../markdown/inline/urls.ts'
import { asList, asRecords, asText, firstText, type Loose } from '../loose.ts'
import { type Document, type Inline, line, plain } from './document.ts'

/** How a product writes the texts of attachments. */
export interface AttachmentTexts {
  /** Text with markup. */
  parse(text: string): Document
  /** Text without markup. */
  plain(text: string): string
}

/** An attachment in the format that Slack introduced and other products adopted. */
export function attachmentDocument(attachment: Loose, texts: AttachmentTexts): Document {
  const blocks = [
    ...parsed(attachment.pretext, texts),
    ...titleOf(attachment, texts),
    ...literalLine(attachment.author_name, texts),
    ...parsed(attachment.text, texts),
    ...asRecords(attachment.fields).flatMap((field) => fieldOf(field, texts)),
    ...imageLine(asText(attachment.image_url), ''),
    ...literalLine(attachment.footer, texts),
  ]
  const hasBlocks = asList(attachment.blocks).length > 0 || asList(attachment.message_blocks).length > 0
  return blocks.length === 0 && !hasBlocks ? parsed(attachment.fallback, texts) : blocks
}

/** A picture as a link. Blanks in addresses occur. */
export function imageLine(address: string, title: string): Document {
  const url = address.replaceAll(' ', '%20')
  if (!/^https?:\/\//.test(url)) return title === '' ? [] : [line(plain(title))]
  return [line({ kind: 'link', url, label: title === '' ? undefined : title })]
}

const parsed = (value: unknown, texts: AttachmentTexts) =>
  asText(value).trim() === '' ? [] : texts.parse(asText(value))

const oneLine = (value: unknown, texts: AttachmentTexts) =>
  texts.plain(asText(value)).replace(/\s+/g, ' ').trim()

function literalLine(value: unknown, texts: AttachmentTexts): Document {
  const text = oneLine(value, texts)
  return text === '' ? [] : [line(plain(text))]
}

function titleOf(attachment: Loose, texts: AttachmentTexts): Document {
  const title = oneLine(attachment.title, texts)
  const url = oneLine(attachment.title_link, texts).replaceAll(' ', '%20')
  const style = { bold: true }
  if (/^https?:\/\//.test(url) && hasKnownScheme(url))
    return [line({ kind: 'link', url, label: title === '' ? undefined : title, style })]
  return title === '' ? [] : [line(plain(title, style))]
}

function fieldOf(field: Loose, texts: AttachmentTexts): Document {
  const title = oneLine(firstText(field.title), texts)
  const value = parsed(field.value, texts)
  if (title === '') return value
  const [first, ...rest] = value
  const label: Inline[] = [plain(title, { bold: true }), plain(':')]
  if (first?.kind === 'line' && first.item === undefined && first.isQuoted !== true)
    return [line(...label, plain(' '), ...first.content), ...rest]
  return [line(...label), ...value]
}
