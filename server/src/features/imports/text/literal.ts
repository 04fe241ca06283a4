import { emojiCodeOf, extraEmoji } from '../../../markdown/emoji/unicode.ts'
import { bareLinksIn } from '../../../markdown/inline/bare-links.ts'

/**
 * Literal text in our Markdown. Our dialect has no backslash escapes, but character references are recognized before
 * most markup, so a character that would be markup is written as one.
 */

const reference = (character: string) => `&#${character.charCodeAt(0)};`

// Each alternative is a character that could begin or end markup here, with the context that makes it markup.
const markup = /&(?=#?[0-9a-z]+;)|\*|~|`|\$(?=\$)|\](?=\()|<(?=time:)|:(?=([\p{L}\p{N}_+-]+):)|\^/giu

/** Literal text within a line. Inside emphasis fewer characters are allowed. */
export function literal(text: string, isStyled = false): string {
  return text.replace(markup, (character, name: string | undefined, at: number) => {
    switch (character) {
      case '*':
        return !isStyled && isLonely(text, at) ? character : reference(character)
      case '^':
        return isStyled ? reference(character) : character
      case '~':
        return isStyled || text[at - 1] === '~' || text[at + 1] === '~' ? reference(character) : character
      case ':':
        return name !== undefined && isEmojiName(name) ? reference(character) : character
      case '&':
        return '&amp;'
      case '<':
        return '&lt;'
      default:
        return reference(character)
    }
  })
}

/** Between spaces a star is no markup. */
const isLonely = (text: string, at: number) => text[at - 1] === ' ' && text[at + 1] === ' '

const isEmojiName = (name: string) => emojiCodeOf(name) !== undefined || extraEmoji.has(name)

/** Text before a link or code: `!` would make the link an image, a backslash would escape the backtick. */
export const literalBefore = (text: string, next: 'link' | 'code') =>
  next === 'link'
    ? text.replace(/!$/, reference)
    : text.replace(/\\+$/, (slashes) => '&#92;'.repeat(slashes.length))

/** The beginning of a line, which could be a heading, a quote, a rule, a list or code. */
export function literalStart(text: string, isWholeLine: boolean): string {
  if (/^#{1,6}(?:\s|$)/.test(text)) return `&#35;${text.slice(1)}`
  if (/^ {0,3}>/.test(text)) return text.replace('>', '&gt;')
  if (/^ ?\+ /.test(text)) return text.replace('+', '&#43;')
  if (isWholeLine && /^ {0,3}(?:(?:- {0,2}){3,}|(?:_ {0,2}){3,}) *$/.test(text))
    return text.replace(/[-_]/, reference)
  if (/^ {4,}/.test(text)) return text.replace(/^ +/, (spaces) => '\u00a0'.repeat(spaces.length))
  return text
}

/** Whether a line would make the line above the heading of a table. */
export const isTableRule = (text: string) => text.includes('-') && /^[|:\- ]+$/.test(text)

/** An inline code span, or undefined for an empty one. */
export function codeSpan(code: string): string | undefined {
  if (code.trim() === '') return undefined
  const runs = new Set(Array.from(code.matchAll(/`+/g), ([run]) => run.length))
  let length = 1
  while (runs.has(length)) length++
  const ticks = '`'.repeat(length)
  const starts = code.startsWith('`') ? ' ' : ''
  const ends = code.endsWith('`') ? ' ' : ''
  return ticks + starts + code + ends + ticks
}

/** A fence that no line of the code can close. */
export function fenceFor(code: string): string {
  const longest = Math.max(2, ...Array.from(code.matchAll(/`{3,}/g), ([run]) => run.length))
  return '`'.repeat(longest + 1)
}

/** A link. Without a label, the bare URL if it is recognized as a whole where it stands. */
export function linkMarkdown(url: string, label: string | undefined, isBetweenSpaces: boolean): string {
  const shown = label === undefined || label.trim() === '' ? url : label
  if (shown === url && isBetweenSpaces && isBareLink(url)) return url
  return `[${linkLabel(shown)}](${linkTarget(url)})`
}

function isBareLink(url: string): boolean {
  if (!/^https?:\/\/[^\s*^`$<>]+$/.test(url)) return false
  const [found] = bareLinksIn(url, false, () => {})
  return found !== undefined && found.start === 0 && found.end === url.length
}

/** Brackets would end the label; code, mentions and times are recognized inside it, other markup is not. */
export function linkLabel(label: string): string {
  return label
    .replace(/\s*\n\s*/g, ' ')
    .replace(/&(?=#?[0-9a-z]+;)/gi, '&amp;')
    .replace(/[[\]`]/g, reference)
    .replace(/\*{2,}/g, (stars) => '&#42;'.repeat(stars.length))
    .replace(/\$(?=\$)/g, reference)
    .replace(/<(?=time:)/g, '&lt;')
}

/** A URL between parentheses. Characters that could end it are percent-encoded. */
export const linkTarget = (url: string) =>
  url.trim().replace(/[\s()<>"'`*^|$\\]/g, (character) => {
    const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')
    return character.charCodeAt(0) < 0x80 ? `%${code}` : encodeURIComponent(character)
  })
