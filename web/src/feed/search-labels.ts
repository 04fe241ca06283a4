import type { NarrowTerm } from '@loquat/contract'
import { lookup } from '../lib/derived.ts'
import { describeSearch, type SearchPart } from '../search/describe-search.ts'
import { dayLabel } from '../search/search-days.ts'
import { searchTextOf } from '../search/search-text.ts'
import { useLocale, useText } from '../texts/texts.tsx'

/** The label of a search term: names instead of quotes. */
export function useTermLabel(): (term: NarrowTerm) => string {
  const text = useText()
  const locale = useLocale()
  return (term) => {
    const [part] = describeSearch([term], lookup())
    const operand = part === undefined ? undefined : operandOf(part, text('common.you'), locale)
    const minus = term.negated ? '-' : ''
    return operand === undefined ? searchTextOf([term], lookup()) : `${minus}${term.operator}: ${operand}`
  }
}

function operandOf(part: SearchPart, you: string, locale: string): string | undefined {
  switch (part.kind) {
    case 'channel':
      return part.name
    case 'topic':
      return part.topic === '' ? '""' : part.topic
    case 'sender':
    case 'dm-including':
      return part.user.isMe ? you : part.user.name
    case 'dm':
      return part.users.map((user) => (user.isMe ? you : (user.name ?? '?'))).join(', ')
    case 'channels':
    case 'is':
    case 'has':
    case 'in':
      return part.word
    case 'before':
    case 'after':
      return dayLabel(part.day, locale)
    default:
      return undefined
  }
}

/** Describes a search in words. */
export function useSearchWords(): (terms: readonly NarrowTerm[]) => string {
  const text = useText()
  const locale = useLocale()
  const list = new Intl.ListFormat(locale, { type: 'conjunction' })
  const phrase = (part: SearchPart): string => {
    const negated = 'negated' in part && part.negated ? 'yes' : 'no'
    switch (part.kind) {
      case 'words':
        return text('search.part.words', { words: part.text.replace(/^"([^"]*)"$/u, '$1') })
      case 'channel':
        return text('search.part.channel', { negated, name: part.name ?? '?' })
      case 'topic':
        return text('search.part.topic', { negated, topic: part.topic })
      case 'sender':
      case 'dm-including':
        return part.user.isMe
          ? text(`search.part.${part.kind}Me`, { negated })
          : text(`search.part.${part.kind}`, { negated, name: part.user.name ?? '?' })
      case 'dm':
        return text('search.part.dm', {
          negated,
          names: list.format(part.users.map((user) => (user.isMe ? text('common.you') : (user.name ?? '?')))),
        })
      case 'channels':
      case 'is':
      case 'has':
      case 'in':
        return text(`search.part.${part.kind}.${part.word}`, { negated })
      case 'before':
      case 'after':
        return text(`search.part.${part.kind}`, { negated, date: dayLabel(part.day, locale) })
      case 'near':
      case 'id':
      case 'with':
        return text(`search.part.${part.kind}`, { id: String(part.messageId) })
      default:
        return text('search.part.other', { term: `${part.operator}:${part.operand}` })
    }
  }
  return (terms) => {
    const parts = describeSearch(terms, lookup())
    // The words come last, as in a sentence.
    const ordered = [
      ...parts.filter(({ kind }) => kind !== 'words'),
      ...parts.filter(({ kind }) => kind === 'words'),
    ]
    return text('search.summary', { parts: ordered.map(phrase).join(' ') })
  }
}
