import { directionOf, isolate } from '@loquat/contract'
import { Html } from '../platform/html.ts'
import { escapeHtml } from '../text.ts'
import { fillText, type Language } from '../texts/texts.ts'

/** Translates a text of the pages, with values for its `{names}`. */
export type PageText = (id: string, values?: Readonly<Record<string, string | Html>>) => Html

export const textsIn =
  (language: Language): PageText =>
  (id, values = {}) => {
    const direction = directionOf(language)
    const put = (name: string) => {
      const value = values[name] ?? ''
      return value instanceof Html ? value.text : escapeHtml(isolate(value, direction))
    }
    return new Html(fillText('pages', language, id, put, escapeHtml))
  }
