import type { Params } from '@loquat/contract'
import type { Fields } from './form.ts'

/**
 * Existing clients of this protocol know some names by their historical spelling. This module adds them to replies
 * and reads them in requests; nothing else in the code knows them.
 */
const requestNames = Object.entries({
  client_gravatar: 'client_external_avatar',
  pygments_language: 'highlight_language',
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
}

/** Only where the endpoint knows the name of today; elsewhere the one that was sent is reported as unknown. */
export function readHistoricalNames(fields: Fields, known: Params): void {
  if (fields.size === 0) return
  for (const [historical, name] of requestNames) {
    const value = fields.get(historical)
    if (value === undefined || !(name in known)) continue
    fields.delete(historical)
    if (!fields.has(name)) fields.set(name, value)
  }
  const emojiset = emojiSets.get(fields.get('emojiset') ?? '')
  if (emojiset !== undefined) fields.set('emojiset', emojiset)
}

/** Repeats the version of the server under the names by which older clients look for it. */
export function addHistoricalNames(reply: object, text: string): string {
  if (!('chat_version' in reply)) return text
  const values = reply as Record<string, unknown>
  const added = Object.entries(replyNames).map(
    ([name, historical]) => `"${historical}":${JSON.stringify(values[name])}`,
  )
  return `${text.trimEnd().slice(0, -1)},${added.join(',')}}\n`
}
