import { channelById } from '../channels/channels.ts'
import { parseUrl } from '../lib/parse.ts'
import { viewOf } from './router.ts'

/** Converts an address of the app to a channel or topic link, which follows renames. */
export function nativeLink(address: string): string | undefined {
  const url = /^https?:\/\/\S+$/i.test(address) ? parseUrl(address) : undefined
  if (url?.origin !== location.origin) return undefined
  const view = viewOf(url.pathname + url.search + url.hash)
  if (view.kind !== 'channel' && view.kind !== 'topic') return undefined
  const name = channelById(view.channelId)?.name
  // Names that the syntax cannot express stay addresses, and so do links to messages.
  if (name === undefined || view.at !== undefined || /[*>]/.test(name)) return undefined
  if (view.kind === 'channel') return `#**${name}**`
  return view.topic === '' || view.topic.includes('*') ? undefined : `#**${name}>${view.topic}**`
}
