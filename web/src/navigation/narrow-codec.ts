import type { Names } from '../lib/lookup.ts'
import type { View } from './narrow.ts'
import { slugged, topicSegment } from './segments.ts'

export { isOwnPath, isServerPath, toView } from './to-view.ts'
export type { Names }

/** The address of a view: path and query. */
export function toAddress(view: View, names: Names): string {
  const query = new URLSearchParams()
  const path = pathOf(view, names, query)
  if ('at' in view && view.at !== undefined) query.set('at', String(view.at))
  // Encoded spaces survive pasting better than plus signs.
  return query.size === 0 ? path : `${path}?${query.toString().replaceAll('+', '%20')}`
}

function pathOf(view: View, names: Names, query: URLSearchParams): string {
  const channel = (id: number) => `/c/${slugged(id, names.channelName(id))}`
  const direct = (userIds: readonly number[]) => {
    const [first, ...others] = userIds
    if (first === undefined) return '/dm/me'
    return `/dm/${others.length === 0 ? slugged(first, names.userName(first)) : userIds.join(',')}`
  }
  const set = (name: string, value: string | number | undefined) => {
    if (value !== undefined) query.set(name, String(value))
  }
  switch (view.kind) {
    case 'home':
      return '/'
    case 'channel':
      return channel(view.channelId)
    case 'channel-topics':
      set('f', view.filter)
      return `${channel(view.channelId)}/topics`
    case 'channel-files':
      return `${channel(view.channelId)}/files${view.topic === undefined ? '' : `/${topicSegment(view.topic)}`}`
    case 'topic':
      set('with', view.with)
      return `${channel(view.channelId)}/t/${topicSegment(view.topic)}`
    case 'dm':
      return direct(view.userIds)
    case 'dm-files':
      return `${direct(view.userIds)}/files`
    case 'message':
      return `/m/${view.id}`
    case 'search':
      set('q', view.q.toWellFormed())
      return '/search'
    case 'channel-new':
      return '/channels/new'
    case 'channel-settings':
      return `/channels/${view.channelId}/${view.tab}`
    case 'group-new':
      return '/groups/new'
    case 'group-settings':
      return `/groups/${view.groupId}/${view.tab}`
    case 'person':
      return `/people/${view.userId}`
    case 'settings':
    case 'organization':
      return `/${view.kind}/${view.section}`
    case 'help':
      return view.page === undefined ? '/help' : `/help/${view.page}`
    case 'login':
      set('next', view.next)
      return '/login'
    case 'forgot':
      return '/login/forgot'
    case 'reset':
    case 'confirm-email':
      return `/${view.kind}/${encodeURIComponent(view.token)}`
    case 'join':
      return `/join/${encodeURIComponent(view.key)}`
    case 'not-found':
      return view.path
    default:
      return `/${view.kind}`
  }
}
