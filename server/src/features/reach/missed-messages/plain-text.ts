import { isTag, piecesOf, textOfHtml } from '../../conversation/message-queries/search-text.ts'

const formula = /<math[^>]*>.*?<annotation[^>]*>(.*?)<\/annotation>.*?<\/math>/gs
/** Images have no useful text except their URL, which usually also appears as a link. */
const picture = /^<div class="(?:[^"]* )?(?:message_inline_image|message_embed)[ "]/
const hidden = / aria-hidden="true"/
const paragraphs = /^<\/?(?:p|h\d|ul|ol|pre|blockquote|table|hr)\b/
const lines = /^(?:<br\b|<\/?(?:div|tr)\b)/
const empty = /^<(?:br|hr|img|input|col)\b|\/>$/

/**
 * Converts a message's HTML to plain text that keeps lists, quotes and link targets. Replaces spoilers with
 * the text `instead`.
 */
export function toPlainText(html: string, instead: string): string {
  // Renders nested quotes level by level, indenting each into the one around it.
  const levels = ['']
  const links: string[] = []
  let skipped = 0
  let isCode = false
  let isPicture = false
  const append = (text: string) => levels.push((levels.pop() ?? '') + text)
  for (const piece of piecesOf(html.replaceAll(formula, '$1'))) {
    if (skipped > 0) {
      if (isTag(piece) && !empty.test(piece)) skipped += piece.startsWith('</') ? -1 : 1
      if (isPicture && piece.startsWith('<a ') && !html.includes(`>${hrefIn(piece)}<`))
        append(`\n${urlIn(piece)}\n`)
    } else if (!isTag(piece)) {
      append(isCode ? textOfHtml(piece) : textOfHtml(piece).replace(/\s+/g, ' '))
    } else if (hidden.test(piece) || picture.test(piece)) {
      skipped = 1
      isPicture = picture.test(piece)
      if (piece.includes('spoiler-content')) append(`\n${instead}`)
    } else if (piece === '</blockquote>') {
      const quoted = tidy(levels.pop() ?? '')
      append(
        `\n\n${quoted
          .split('\n')
          .map((line) => `> ${line}`.trimEnd())
          .join('\n')}\n\n`,
      )
    } else {
      if (paragraphs.test(piece)) append('\n\n')
      else if (lines.test(piece)) append('\n')
      if (piece.startsWith('<blockquote')) levels.push('')
      else if (piece.startsWith('<li')) append('\n- ')
      else if (piece.startsWith('<img')) append(textOfHtml(piece))
      else if (piece.startsWith('<a ')) links.push(urlIn(piece))
      else if (piece === '</a>') append(destination(levels.at(-1) ?? '', links.pop() ?? ''))
      if (/^<\/?pre\b/.test(piece)) isCode = !piece.startsWith('</')
    }
  }
  return tidy(levels.join(''))
}

const hrefIn = (tag: string) => / href="([^"]*)"/.exec(tag)?.[1] ?? ''
const urlIn = (tag: string) => textOfHtml(hrefIn(tag))

/** The link target, unless the text already shows it. */
const destination = (said: string, url: string) =>
  /^https?:/.test(url) && !said.endsWith(url) ? ` (${url})` : ''

const tidy = (text: string) =>
  text
    .replace(/ *\n(?: (?! ))?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/\n\n- /g, '\n- ')
    .trim()
