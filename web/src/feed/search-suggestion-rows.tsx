import type { NarrowTerm } from '@loquat/contract'
import { AtSign, Bookmark, CalendarDays, Clock, Filter, Hash } from 'lucide-react'
import type { ReactNode } from 'react'
import { ChannelGlyph } from '../channels/ChannelGlyph.tsx'
import { lookup } from '../lib/derived.ts'
import { Avatar } from '../people/Avatar.tsx'
import type { SearchSuggestion } from '../search/suggest-search.ts'

/** `#design › logo`, or the names of people. */
export function scopeName(scope: readonly NarrowTerm[]): string {
  const { channelName, userName } = lookup()
  return scope
    .map(({ operator, operand }) => {
      if (operator === 'channel') return `#${channelName(Number(operand)) ?? '?'}`
      if (operator === 'topic') return String(operand) === '' ? '""' : String(operand)
      return [operand]
        .flat()
        .map((id) => userName(Number(id)) ?? '?')
        .join(', ')
    })
    .join(' › ')
}

/** Label, icon and detail of a suggestion. */
export function describeSuggestion(
  suggestion: SearchSuggestion,
  label: (term: NarrowTerm) => string,
  text: (id: string) => string,
): { label: ReactNode; icon: ReactNode; detail?: ReactNode } {
  if (suggestion.kind === 'recent') {
    return { label: suggestion.q, icon: <Clock size={15} />, detail: text('search.before') }
  }
  if (suggestion.kind === 'saved') {
    return { label: suggestion.name, icon: <Bookmark size={15} />, detail: suggestion.q }
  }
  if (suggestion.kind === 'open') {
    const { view } = suggestion
    const term: NarrowTerm =
      view.kind === 'channel'
        ? { operator: 'channel', operand: view.channelId, negated: false }
        : { operator: 'dm', operand: view.userIds, negated: false }
    return {
      label: scopeName([term]),
      icon: pictureOf(term.operator, term.operand),
      detail: text(`search.open.${view.kind}`),
    }
  }
  if (suggestion.kind === 'operator') {
    const name = suggestion.text.replace(/^-|:$/gu, '')
    return { label: suggestion.text, icon: <Filter size={15} />, detail: text(`search.operator.${name}`) }
  }
  const { operator, operand } = suggestion.term
  return { label: label(suggestion.term), icon: pictureOf(operator, operand) }
}

function pictureOf(operator: string, operand: NarrowTerm['operand']): ReactNode {
  const [first] = Array.isArray(operand) ? operand : [operand]
  if (operator === 'channel' && typeof operand === 'number') return <ChannelGlyph channelId={operand} />
  if (['sender', 'dm', 'dm-including'].includes(operator) && typeof first === 'number') {
    return <Avatar userId={first} size={20} />
  }
  if (operator === 'before' || operator === 'after') return <CalendarDays size={15} />
  return operator === 'is' ? (
    <AtSign size={15} />
  ) : operator === 'topic' ? (
    <Hash size={15} />
  ) : (
    <Filter size={15} />
  )
}
