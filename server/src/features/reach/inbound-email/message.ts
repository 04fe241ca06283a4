import { maxMessageLength } from '@loquat/contract'
import type { Translate } from '../../../texts/texts.ts'
import { cut, plain } from '../../administration/integrations/markup.ts'
import type { EmailOptions } from './address.ts'
import { htmlToMarkdown } from './html-to-markdown.ts'
import type { ParsedEmail } from './parse-email.ts'
import { withoutIndentation, withoutQuotes } from './reply-text.ts'

/** A separator that shows nothing. Our markup has no escape character. */
const apart = '\u200b'

/** Prefixes of replies and forwarded emails, in several languages: `Re:`, `AW: Fwd:`, `Re[2]:`. */
const prefix = /^\s*(?:re|aw|fwd?|wg|sv|vs|antw|tr|rif)(?:\[\d{1,3}\])?\s*:\s*/i
const maxPrefixes = 20

/** The topic for the subject of an email: without prefixes, so that replies join the topic, and without control characters. */
export function topicOfSubject(subject: string, text: Translate): string {
  let topic = subject
    .slice(0, 1_000)
    .replace(/[\p{Cc}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
  for (let n = 0; n < maxPrefixes && prefix.test(topic); n++) topic = topic.replace(prefix, '')
  return topic.replace(/\s+/g, ' ').trim() || text('email.noSubject')
}

/** The text of an email as Markdown. */
export async function bodyOf(
  { text, html }: ParsedEmail,
  { includeQuotes, preferHtml }: Pick<EmailOptions, 'includeQuotes' | 'preferHtml'>,
): Promise<string> {
  const usesHtml = html !== '' && (preferHtml || text.trim() === '')
  const body = usesHtml ? await htmlToMarkdown(html, { includeQuotes }) : text.replace(/\r\n?/g, '\n').trim()
  const written = includeQuotes ? body : withoutQuotes(body)
  return withoutIndentation(written.replace(/[^\P{Cc}\n\t]/gu, ''))
}

/** Makes the text of strangers notify nobody and run no command. */
export const withoutEffects = (text: string) =>
  text.replace(/@(?=_?\*)/g, `@${apart}`).replace(/^\s*(?=\/)/, apart)

/** The line that names the sender of an email. */
export function senderLine({ from }: ParsedEmail, text: Translate): string {
  const name = plain(from.name, 100)
  const address = plain(from.address, 200)
  const sender = name === '' || name === address ? address : `${name} <${address}>`
  return text('email.from', { sender: sender || text('email.unknownSender') })
}

/** Joins the parts of a message so that it fits. The body is cut, because the other parts are short. */
export function fittedContent(before: string, body: string, after: string): string {
  const others = [before, after].filter((part) => part !== '')
  const left = maxMessageLength - others.reduce((sum, part) => sum + part.length + 2, 0)
  return [before, cut(body, Math.max(left, 100)), after].filter((part) => part.trim() !== '').join('\n\n')
}
