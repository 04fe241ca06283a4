import { channelById } from '../channels/channels.ts'
import { parseUrl } from '../lib/parse.ts'
import { viewOf } from './router.ts'

/** An address of ours as the native syntax for channels and topics, which follows renames and shows its name. */
export function nativeLink(address: string): string | undefined {
  const url = /^https?:\/\/\S+$/i.test(address) ? parseUrl(address) : undefined
  if (url?.origin !== location.origin) return undefined
  const view = viewOf(url.pathname + url.search + url.hash)
  if (view.kind !== 'channel' && view.kind !== 'topic') return undefined
  const name = channelById(view.channelId)?.name
  // What the syntax cannot say stays an address; so does a message, whose place may change.
  if (name === undefined || view.at !== undefined || /[*>]/.test(name)) return undefined
  if (view.kind === 'channel') return `#**${name}**`
  return view.topic === '' || view.topic.includes('*') ? undefined : `#**${name}>${view.topic}**`
}
