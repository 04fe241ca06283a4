import type { NarrowTerm } from '@loquat/contract'
import { type Lookup, noNames } from '../lib/lookup.ts'
import { parseComponent } from '../lib/parse.ts'
import { operatorNamed } from '../search/search-operands.ts'
import { searchTextOf } from '../search/search-text.ts'
import { ascending, dmAmong } from './conversation.ts'
import {
  type ChannelTab,
  channelTabs,
  organizationSections,
  type PageView,
  settingsSections,
  type View,
} from './narrow.ts'
import { sluggedId, sluggedIds, toId } from './segments.ts'

const noLookup: Lookup = { ...noNames, me: 0, channelIdOf: () => undefined, userIdsOf: () => [] }

/** The view of a historical link with a fragment: `#narrow/channel/12-design/topic/logo.20refresh`. */
export function viewOfHash(hash: string, known: Partial<Lookup> = {}): View | undefined {
  const lookup = { ...noLookup, ...known }
  const [word = '', ...segments] = hash.replace(/^#/, '').split('/')
  const [first, second, third] = segments.map(decodeSegment)
  switch (word) {
    case 'narrow':
      return viewOfTerms(termsOf(segments, lookup), lookup)
    case 'inbox':
    case 'recent':
    case 'feed':
    case 'drafts':
    case 'scheduled':
    case 'starred':
    case 'mentions':
      return { kind: word }
    case 'recent_topics':
      return { kind: 'recent' }
    case 'all_messages':
      return { kind: 'feed' }
    case 'channels':
    case 'streams':
      return channelsView(first, third ?? second)
    case 'groups': {
      const groupId = sluggedId(first ?? '')
      if (groupId !== undefined) return { kind: 'group-settings', groupId, tab: 'general' }
      return { kind: first === 'new' ? 'group-new' : 'groups' }
    }
    case 'user': {
      const userId = sluggedId(first ?? '')
      return userId === undefined ? undefined : { kind: 'person', userId }
    }
    case 'settings':
      return { kind: 'settings', section: settingsSections.find((one) => one === first) ?? 'profile' }
    case 'organization':
      return { kind: 'organization', section: organizationSections.find((one) => one === first) ?? 'profile' }
    default:
      return undefined
  }
}

const tabAliases: Record<string, ChannelTab> = { personal: 'notifications', subscribers: 'members' }

function channelsView(channel: string | undefined, tab: string | undefined): PageView {
  const channelId = sluggedId(channel ?? '')
  if (channelId === undefined) return { kind: channel === 'new' ? 'channel-new' : 'channels' }
  const known = channelTabs.find((one) => one === tab) ?? tabAliases[tab ?? '']
  return { kind: 'channel-settings', channelId, tab: known ?? 'general' }
}

/** Fragments use a dot instead of the percent sign. */
const decodeSegment = (segment: string): string =>
  parseComponent(segment.replace(/\.([0-9A-Fa-f]{2})/g, '%$1')) ?? segment

function termsOf(segments: string[], lookup: Lookup): NarrowTerm[] {
  const terms: NarrowTerm[] = []
  for (let index = 0; index < segments.length; index += 2) {
    const [, minus, name = ''] = /^(-?)(.*)$/s.exec(decodeSegment(segments[index] ?? '')) ?? []
    if (name === '') continue
    const operator = operatorNamed(name)
    const operand = operandOf(operator, decodeSegment(segments[index + 1] ?? ''), lookup)
    terms.push({ operator, operand, negated: minus === '-' })
  }
  return terms
}

function operandOf(operator: string, text: string, lookup: Lookup): NarrowTerm['operand'] {
  switch (operator) {
    case 'channel':
      return (
        sluggedId(text) ?? lookup.channelIdOf(text) ?? lookup.channelIdOf(text.replaceAll('-', ' ')) ?? text
      )
    case 'sender':
    case 'dm-including':
      return oneUser(text, lookup) ?? text
    case 'dm': {
      const ids = sluggedIds(text) ?? text.split(',').map((email) => oneUser(email, lookup))
      return ids.every((id) => id !== undefined) ? ascending(ids as number[]) : text
    }
    case 'id':
    case 'with':
      return toId(text) ?? text
    case 'search':
      return text.replaceAll('+', ' ')
    case 'is':
      return text === 'private' ? 'dm' : text
    default:
      return text
  }
}

function oneUser(text: string, lookup: Lookup): number | undefined {
  if (text === 'me') return lookup.me
  const ids = lookup.userIdsOf(text)
  return sluggedId(text) ?? (ids.length === 1 ? ids[0] : undefined)
}

const feedsByTerm: Record<string, 'dms' | 'mentions' | 'starred' | 'feed'> = {
  'is:dm': 'dms',
  'is:mentioned': 'mentions',
  'is:starred': 'starred',
  'in:home': 'feed',
  'in:all': 'feed',
}

/** The view of a narrow; a search if no other view matches. */
export function viewOfTerms(terms: readonly NarrowTerm[], lookup: Lookup): View {
  const near = terms.find((term) => term.operator === 'near')
  const at = toId(near === undefined ? undefined : String(near.operand))
  const carrier = terms.find((term) => term.operator === 'with')
  const anchor = at === undefined ? {} : { at }
  const oldId = [at, toId(String(carrier?.operand))].find(
    (id) => id !== undefined && id < (lookup.oldMessageIdsBelow ?? 0),
  )
  // Other IDs in such a link are old as well. The message tells where it is now.
  if (oldId !== undefined) return { kind: 'message', id: oldId }
  const rest = terms.filter((term) => term !== near && term !== carrier)
  const simple = rest.every((term) => !term.negated) ? rest : []
  const [first, second] = simple
  if (rest.length === 0) return carrier === undefined ? { kind: 'feed', ...anchor } : message(carrier)
  const channel = simple.find((term) => term.operator === 'channel')?.operand
  const topic = simple.find((term) => term.operator === 'topic')?.operand
  if (simple.length === 2 && second !== undefined && typeof channel === 'number' && topic !== undefined) {
    const id = typeof carrier?.operand === 'number' ? { with: carrier.operand } : {}
    return { kind: 'topic', channelId: channel, topic: String(topic), ...id, ...anchor }
  }
  if (simple.length === 1 && first !== undefined) {
    const feed = feedsByTerm[`${first.operator}:${first.operand}`]
    if (feed !== undefined) return { kind: feed, ...anchor }
    if (typeof channel === 'number') return { kind: 'channel', channelId: channel, ...anchor }
    if (first.operator === 'id' && typeof first.operand === 'number') return message(first)
    if (first.operator === 'dm' && Array.isArray(first.operand)) {
      return { ...dmAmong(first.operand, lookup.me), ...anchor }
    }
  }
  return { kind: 'search', q: searchTextOf(rest, lookup), ...anchor }
}

const message = ({ operand }: NarrowTerm): View =>
  typeof operand === 'number'
    ? { kind: 'message', id: operand }
    : { kind: 'not-found', path: `/m/${operand}` }
