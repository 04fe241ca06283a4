import type { Lookup } from '../lib/lookup.ts'
import { parseComponent } from '../lib/parse.ts'
import { viewOfHash } from './historical-links.ts'
import {
  channelTabs,
  groupTabs,
  mixedFeeds,
  organizationSections,
  plainViews,
  settingsSections,
  type View,
} from './narrow.ts'
import { sluggedId, sluggedIds, toId, topicOf } from './segments.ts'

/** Paths that the server answers itself. */
const serverPaths = new Set([
  'api',
  'json',
  'user_uploads',
  'avatar',
  'static',
  'exports',
  'external_content',
  'health',
  'metrics',
])
export const isServerPath = (path: string): boolean => serverPaths.has(path.split(/[/?#]/)[1] ?? '')

/** The view of an address: path, query and, for historical links, fragment. */
export function toView(address: string, lookup: Partial<Lookup> = {}): View {
  const [, path = '', search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(address) ?? []
  const historical = path === '/' || path === '' ? viewOfHash(hash, lookup) : undefined
  if (historical !== undefined) return historical
  const query = new URLSearchParams(search)
  const view = isServerPath(path) ? undefined : viewOfPath(path, query, lookup.me)
  return view ?? { kind: 'not-found', path }
}

type Query = URLSearchParams
const at = (query: Query): { at?: number } => idIn(query, 'at')
function idIn<N extends string>(query: Query, name: N): { [K in N]?: number } {
  const id = toId(query.get(name))
  return (id === undefined ? {} : { [name]: id }) as { [K in N]?: number }
}
const oneOf = <T extends string>(words: readonly T[], word: string | undefined): T | undefined =>
  words.find((one) => one === word)

function viewOfPath(path: string, query: Query, me: number | undefined): View | undefined {
  const segments = decodeSegments(path)
  if (segments === undefined) return undefined
  const [first = '', second, third, ...rest] = segments
  // Only topics have a fourth segment.
  if (rest.length > (first === 'c' ? 1 : 0)) return undefined
  const count = segments.length
  if (count === 0) return { kind: 'home' }
  const feed = oneOf(mixedFeeds, first)
  const plainView = oneOf(plainViews, first)
  if (count === 1 && feed !== undefined) return { kind: feed, ...at(query) }
  if (count === 1 && plainView !== undefined) return { kind: plainView }
  const section = oneOf(settingsSections, second)
  const page = oneOf(organizationSections, second)
  switch (first) {
    case 'c':
      return channelView(second, third, rest[0], query)
    case 'dm':
      return dmView(second ?? '', third, query, me)
    case 'm': {
      const id = toId(second)
      return count === 2 && id !== undefined ? { kind: 'message', id } : undefined
    }
    case 'search':
      return count === 1 ? { kind: 'search', q: query.get('q') ?? '', ...at(query) } : undefined
    case 'channels':
    case 'groups':
      return managementView(first, second, third)
    case 'people': {
      const userId = sluggedId(second ?? '')
      return count === 2 && userId !== undefined ? { kind: 'person', userId } : undefined
    }
    case 'help':
      return helpView(second, count)
    case 'settings':
      if (count === 1) return { kind: 'settings', section: 'profile' }
      return count === 2 && section !== undefined ? { kind: 'settings', section } : undefined
    case 'organization':
      if (count === 1) return { kind: 'organization', section: 'profile' }
      return count === 2 && page !== undefined ? { kind: 'organization', section: page } : undefined
    default:
      return count > 2 ? undefined : entryView(first, second, query)
  }
}

function helpView(page: string | undefined, count: number): View | undefined {
  if (page === undefined) return { kind: 'help' }
  return count === 2 && /^[a-z][a-z-]{0,39}$/.test(page) ? { kind: 'help', page } : undefined
}

function channelView(
  id: string | undefined,
  word: string | undefined,
  topic: string | undefined,
  query: Query,
): View | undefined {
  const channelId = sluggedId(id ?? '')
  if (channelId === undefined) return undefined
  if (word === undefined) return { kind: 'channel', channelId, ...at(query) }
  if (word === 't' && topic !== undefined) {
    return { kind: 'topic', channelId, topic: topicOf(topic), ...idIn(query, 'with'), ...at(query) }
  }
  if (word === 'files') {
    return { kind: 'channel-files', channelId, ...(topic === undefined ? {} : { topic: topicOf(topic) }) }
  }
  if (word !== 'topics' || topic !== undefined) return undefined
  const filter = query.get('f')
  return { kind: 'channel-topics', channelId, ...(filter === null ? {} : { filter }) }
}

function dmView(
  people: string,
  word: string | undefined,
  query: Query,
  me: number | undefined,
): View | undefined {
  const userIds = people === 'me' ? [] : sluggedIds(people)?.filter((id) => id !== me)
  if (userIds === undefined) return undefined
  if (word === 'files') return { kind: 'dm-files', userIds }
  return word === undefined ? { kind: 'dm', userIds, ...at(query) } : undefined
}

function managementView(
  what: 'channels' | 'groups',
  second: string | undefined,
  third: string | undefined,
): View | undefined {
  if (second === undefined) return { kind: what }
  if (second === 'new' && third === undefined) {
    return { kind: what === 'channels' ? 'channel-new' : 'group-new' }
  }
  const id = sluggedId(second)
  const channelTab = oneOf(channelTabs, third ?? 'general')
  const groupTab = oneOf(groupTabs, third ?? 'general')
  if (id === undefined) return undefined
  if (what === 'groups') {
    return groupTab === undefined ? undefined : { kind: 'group-settings', groupId: id, tab: groupTab }
  }
  return channelTab === undefined ? undefined : { kind: 'channel-settings', channelId: id, tab: channelTab }
}

function entryView(first: string, second: string | undefined, query: Query): View | undefined {
  if (first === 'login' && second === undefined) {
    const next = query.get('next') ?? ''
    return { kind: 'login', ...(isOwnPath(next) ? { next } : {}) }
  }
  if (second === undefined || second === '') return undefined
  if (first === 'login') return second === 'forgot' ? { kind: 'forgot' } : undefined
  if (first === 'reset' || first === 'confirm-email') return { kind: first, token: second }
  return first === 'join' ? { kind: 'join', key: second } : undefined
}

/** Whether it is a path of the app, and cannot lead to another site. */
export function isOwnPath(path: string): boolean {
  if (!/^\/(?![/\\])/.test(path) || /[\\\s\p{Cc}]/u.test(path)) return false
  const { kind } = toView(path)
  return kind !== 'not-found' && kind !== 'login'
}

/** Decoded segments of a path, ignoring a trailing slash; undefined if they are malformed. */
function decodeSegments(path: string): string[] | undefined {
  const segments = path.replace(/^\//, '').replace(/\/$/, '').split('/')
  if (segments.length === 1 && segments[0] === '') return []
  const decoded = segments.map(parseComponent)
  return decoded.every((segment) => segment !== undefined) ? decoded : undefined
}
