import { asRecord, asRecords, asText, firstText, type Loose } from '../../loose.ts'
import { imageLine } from '../../text/attachment.ts'
import { type Block, type Document, type Inline, line, plain } from '../../text/document.ts'
import { emojiByName, type SlackNames, unescaped } from './context.ts'
import { parseMrkdwn } from './mrkdwn.ts'
import { parseRichText } from './rich-text.ts'

/** The blocks of a message. Blocks without text, such as buttons, are left out. */
export const parseBlocks = (blocks: unknown, names: SlackNames): Document =>
  asRecords(blocks).flatMap((block) => parseBlock(block, names))

function parseBlock(block: Loose, names: SlackNames): Document {
  switch (block.type) {
    case 'rich_text':
      return parseRichText(block, names)
    case 'section':
      return [
        ...textObject(block.text, names),
        ...asRecords(block.fields).flatMap((field) => textObject(field, names)),
        ...accessory(asRecord(block.accessory)),
      ]
    case 'header':
      return textObject(block.text, names).map((one) =>
        one.kind === 'line'
          ? { ...one, content: one.content.map((inline): Inline => ({ ...inline, style: { bold: true } })) }
          : one,
      )
    case 'divider':
      return [line({ kind: 'converted', text: ['---'] })]
    case 'image':
      return image(block)
    case 'context':
      return asRecords(block.elements).flatMap((element) =>
        element.type === 'image' ? [] : textObject(element, names),
      )
    default:
      return []
  }
}

/** `{type: "mrkdwn"|"plain_text", text}`; the types of elements of text are the same in sections and attachments. */
export function textObject(value: unknown, names: SlackNames): Document {
  const object = asRecord(value)
  const text = asText(object.text)
  if (text === '') return []
  return object.type === 'plain_text' ? plainText(text, names) : parseMrkdwn(text, names)
}

/** Text without markup, but with emoji names. */
export function plainText(text: string, names: SlackNames): Block[] {
  return unescaped(text)
    .split('\n')
    .map((row) => {
      const content: Inline[] = []
      let done = 0
      for (const match of row.matchAll(/:([^\s:]{1,100}(?:::skin-tone-[2-6])?):/g)) {
        const emoji = match.index < done ? undefined : emojiByName(match[1] ?? '', names)
        if (emoji === undefined) continue
        if (match.index > done) content.push(plain(row.slice(done, match.index)))
        content.push(emoji)
        done = match.index + match[0].length
      }
      if (done < row.length) content.push(plain(row.slice(done)))
      return line(...content)
    })
}

const accessory = (element: Loose): Document => (element.type === 'image' ? image(element) : [])

function image(block: Loose): Document {
  const title = unescaped(firstText(asRecord(block.title).text, block.title, block.alt_text))
  return imageLine(firstText(block.image_url, asRecord(block.slack_file).url), title)
}
