import { maxTopicLength } from '@loquat/contract'
import type { Micros } from '../source-id.ts'
import { cutWithEllipsis } from './clean.ts'
import type { ImportText, Reference } from './text.ts'

/** The topic of a thread: `2024-03-01 first words of the root`. The date is in UTC. */
export function threadTitle(startedAt: Micros, words: string): string {
  const date = new Date(startedAt / 1_000).toISOString().slice(0, 10)
  return cutWithEllipsis(`${date} ${words === '' ? 'thread' : words}`, maxTopicLength)
}

/** Our Markdown as plain words on one line: names in place of mentions, link texts, no markup. */
export function plainWords(text: ImportText, nameOf: (reference: Reference) => string): string {
  const markdown = text
    .map((part) => (typeof part === 'string' ? withoutMarkup(part) : nameOf(part)))
    .join('')
  return markdown.replace(/\s+/g, ' ').trim().slice(0, 300)
}

function withoutMarkup(markdown: string): string {
  return markdown
    .slice(0, 2_000)
    .replace(/^\s*(?:`{3,}|~{3,}).*$/gm, ' ')
    .replace(/!?\[((?:[^\][\\]|\\.)*)\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*\)/g, '$1')
    .replace(/[@#]_?\*\*([^*|>]+)(?:[|>][^*]*)?\*\*/g, '$1')
    .replace(/@_?\*([^*]+)\*/g, '$1')
    .replace(/<time:([^>]*)>/g, '$1')
    .replace(/^\s*(?:>|#{1,6}\s|[*+-]\s|\d+\.\s)+/gm, '')
    .replace(/(\*\*|~~|\$\$|`+|\*)(\S(?:.*?\S)?)\1/g, '$2')
    .replace(/^\/me\s/, '')
    .replace(/\\([\\`*_{}[\]()#+.!~$|<>-])/g, '$1')
    .replace(/&#(\d{1,5});/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replace(/&(amp|lt|gt);/g, (_, name: string) => ({ amp: '&', lt: '<', gt: '>' })[name] ?? '')
}
