import { Html } from '../platform/html.ts'
import { escapeHtml } from '../text.ts'
import { catalogue, fillText, type Language } from '../texts/texts.ts'

/** Translates a text of the pages, with values for its `{names}`. */
export type PageText = (id: string, values?: Readonly<Record<string, string | Html>>) => Html

export const textsIn =
  (language: Language): PageText =>
  (id, values = {}) => {
    const put = (name: string) => {
      const value = values[name] ?? ''
      return value instanceof Html ? value.text : escapeHtml(value)
    }
    return new Html(fillText('pages', language, id, put, escapeHtml))
  }

/** Errors are thrown in English, because API clients get them too. Maps English sentences to text IDs. */
const refusals = Object.entries(catalogue('pages', 'en'))
  .filter(([id]) => id.startsWith('refusal.'))
  .map(([id, english]) => {
    const pattern = english.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>.+?)')
    return { id, pattern: new RegExp(`^${pattern}$`, 's') }
  })

/** The sentence of an error in the reader's language, if there is a translation. */
export function refusalIn(text: PageText, sentence: string): Html {
  for (const { id, pattern } of refusals) {
    const found = pattern.exec(sentence)
    if (found !== null) return text(id, found.groups)
  }
  return new Html(escapeHtml(sentence))
}
