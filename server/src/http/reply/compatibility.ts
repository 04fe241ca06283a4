import type { Params } from '@loquat/contract'
import type { Fields } from '../request/form.ts'

/**
 * Historical names that existing clients of this protocol use. This module adds them to replies and reads them from
 * requests; no other code knows them.
 */
const requestNames = Object.entries({
  client_gravatar: 'client_external_avatar',
  pygments_language: 'highlight_language',
  zulip_update_announcements_stream_id: 'chat_update_announcements_stream_id',
})
const emojiSets = new Map([
  ['google', 'set_modern'],
  ['google-blob', 'set_classic'],
  ['twitter', 'set_social'],
])
const replyNames = {
  chat_version: 'zulip_version',
  chat_feature_level: 'zulip_feature_level',
  chat_merge_base: 'zulip_merge_base',
  chat_plan_is_not_limited: 'zulip_plan_is_not_limited',
  realm_chat_update_announcements_stream_id: 'realm_zulip_update_announcements_stream_id',
}

/** Only if the endpoint has the current name; otherwise the historical one is reported as unknown. */
export function readHistoricalNames(fields: Fields, known: Params): void {
  if (fields.size === 0) return
  for (const [historical, name] of requestNames) {
    const value = fields.get(historical)
    if (value === undefined || !(name in known)) continue
    fields.delete(historical)
    if (!fields.has(name)) fields.set(name, value)
  }
  // Some clients send it as JSON.
  const emojiset = emojiSets.get(fields.get('emojiset')?.replace(/^"(.*)"$/, '$1') ?? '')
  if (emojiset !== undefined) fields.set('emojiset', emojiset)
}

/** Duplicates values under their historical names. Replies without such values are returned unchanged. */
export function withHistoricalNames(reply: object): object {
  return 'chat_version' in reply ? withAllHistoricalNames(reply) : reply
}

/** The same for a part of a reply that has such values. */
export function withAllHistoricalNames(reply: object): object {
  const values = reply as Record<string, unknown>
  const added = Object.entries(replyNames)
    .filter(([name]) => name in values)
    .map(([name, historical]) => [historical, values[name]])
  return { ...values, ...Object.fromEntries(added) }
}
