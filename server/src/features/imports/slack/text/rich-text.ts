import { hasKnownScheme } from '../../../../markdown/inline/urls.ts'
import { asFlag, asList, asNumber, asRecord, asRecords, asText, type Loose } from '../../loose.ts'
import { type Block, type Document, type Inline, type Line, plain, type Style } from '../../text/document.ts'
import { isKnownEmoji, withoutTone } from '../../text/emoji.ts'
import { channelLink, userMention } from './angle-token.ts'
import { emojiByName, linkTo, type SlackNames } from './context.ts'

/** A block of type `rich_text`, which the editor of Slack writes. It is not escaped. */
export function parseRichText(block: Loose, names: SlackNames): Document {
  const blocks: Block[] = []
  for (const element of asRecords(block.elements)) {
    switch (element.type) {
      case 'rich_text_list':
        blocks.push(...listOf(element, names))
        break
      case 'rich_text_quote':
        blocks.push(...linesOf(element, names).map((line) => ({ ...line, isQuoted: true })))
        break
      case 'rich_text_preformatted':
        blocks.push({ kind: 'code', code: codeOf(element) })
        break
      default:
        blocks.push(...linesOf(element, names))
    }
  }
  return blocks
}

function listOf(list: Loose, names: SlackNames): Line[] {
  const level = Math.min(asNumber(list.indent) ?? 0, 8)
  const isOrdered = list.style === 'ordered'
  const first = (asNumber(list.offset) ?? 0) + 1
  return asRecords(list.elements).flatMap((section, n) => {
    const [head, ...rest] = linesOf(section, names)
    const item = { level, number: isOrdered ? first + n : undefined }
    return head === undefined
      ? []
      : [{ ...head, item, content: [head, ...rest].flatMap(({ content }) => content) }]
  })
}

/** A section may contain line breaks. A final one only separates it from the next element. */
function linesOf(section: Loose, names: SlackNames): Line[] {
  const rows: Inline[][] = [[]]
  for (const leaf of asRecords(section.elements)) {
    const inline = leafOf(leaf, names)
    if (inline === undefined) continue
    if (inline.kind !== 'text') {
      rows.at(-1)?.push(inline)
      continue
    }
    for (const [n, text] of inline.text.split('\n').entries()) {
      if (n > 0) rows.push([])
      if (text !== '') rows.at(-1)?.push({ ...inline, text })
    }
  }
  if (rows.length > 1 && rows.at(-1)?.length === 0) rows.pop()
  return rows.map((content) => ({ kind: 'line', content }))
}

const codeOf = (element: Loose) =>
  asRecords(element.elements)
    .map(
      (leaf) =>
        asText(leaf.text) || asText(leaf.url) || (leaf.name === undefined ? '' : `:${asText(leaf.name)}:`),
    )
    .join('')

function styleOf(leaf: Loose): Style | undefined {
  const style = asRecord(leaf.style)
  const [bold, italic, strike] = [asFlag(style.bold), asFlag(style.italic), asFlag(style.strike)]
  return bold || italic || strike ? { bold, italic, strike } : undefined
}

function leafOf(leaf: Loose, names: SlackNames): Inline | undefined {
  const style = styleOf(leaf)
  const text = asText(leaf.text)
  switch (leaf.type) {
    case 'text':
      return asFlag(asRecord(leaf.style).code) && !text.includes('\n')
        ? { kind: 'code', code: text, style }
        : plain(text, style)
    case 'link': {
      const url = asText(leaf.url)
      if (url.startsWith('mailto:') && (text === '' || `mailto:${text}` === url))
        return plain(url.slice('mailto:'.length), style)
      if (url.startsWith('tel:') || !hasKnownScheme(url) || url === '') return plain(text || url, style)
      return linkTo(url, text === '' ? undefined : text, names, style)
    }
    case 'emoji':
      return emojiLeaf(leaf, names, style)
    case 'user':
      return userMention(asText(leaf.user_id), '', style)
    case 'channel':
      return channelLink(asText(leaf.channel_id), '', style)
    case 'usergroup':
      return groupName(asText(leaf.usergroup_id), names, style)
    case 'team':
      return plain(`@${asText(leaf.team_id)}`, style)
    case 'broadcast':
      return { kind: 'wildcard', name: 'all', style }
    case 'date': {
      const seconds = asNumber(leaf.timestamp)
      return seconds === undefined || Math.abs(seconds) > 8.64e12
        ? plain(asText(leaf.fallback), style)
        : { kind: 'time', seconds, style }
    }
    case 'color':
      return plain(asText(leaf.value), style)
    default:
      return text === '' ? undefined : plain(text, style)
  }
}

const groupName = (id: string, names: SlackNames, style: Style | undefined) =>
  plain(`@${names.groupLabel?.(id) ?? id}`, style)

function emojiLeaf(leaf: Loose, names: SlackNames, style: Style | undefined): Inline {
  const name = asText(leaf.name)
  const tone = asNumber(leaf.skin_tone)
  const custom = names.customEmoji(name)
  const code = asText(leaf.unicode)
    .toLowerCase()
    .split('-')
    .filter((point) => point !== 'fe0f')
    .map((point) => point.padStart(4, '0'))
    .join('-')
  if (custom === undefined && isKnownEmoji(withoutTone(code))) return { kind: 'emoji', code, style }
  const full = tone === undefined || name.includes('::') ? name : `${name}::skin-tone-${tone}`
  return emojiByName(full, names, style) ?? plain(`:${name}:`, style)
}

/** Whether a message has a block that its author wrote in the editor. */
export const hasRichText = (blocks: unknown) =>
  asList(blocks).some((block) => asRecord(block).type === 'rich_text')
