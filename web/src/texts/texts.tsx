import places from 'virtual:texts'
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { IntlMessageFormat } from 'intl-messageformat'
import { Direction } from 'radix-ui'
import { createContext, type ReactNode, use, useLayoutEffect } from 'react'
import { setErrorSentences } from './reasons.ts'

export type Values = Record<string, string | number | Date>
/** Translates a text of the catalog. */
export type Text = (id: string, values?: Values) => string

export interface Texts {
  locale: string
  text: Text
}

const Context = createContext<Texts | undefined>(undefined)

/** Languages of the app, without the pseudo-languages for testing layouts (`-XA`, `-XB`). */
export const offeredLanguages: readonly string[] = Object.keys(places).filter((one) => !/-X[AB]$/.test(one))

export const supportedLanguage = (wanted: string): string =>
  [wanted, wanted.slice(0, 2)].find((language) => language in places) ?? 'en'

/** The language set by `?language=`, for the lifetime of the tab. */
export function languageOverride(): string | null {
  const asked = new URLSearchParams(location.search).get('language')
  if (asked !== null) sessionStorage.setItem('language', asked)
  return sessionStorage.getItem('language')
}

const directionOf = (locale: string) => (locale.startsWith('ar') ? 'rtl' : 'ltr')

/** Loads the texts of a language. Retries forever: without texts the app cannot even show an error. */
export async function loadTexts(wanted: string): Promise<Texts> {
  const locale = supportedLanguage(languageOverride() ?? wanted)
  for (;;) {
    const catalog = await fetchCatalog(locale).catch(() => undefined)
    if (catalog !== undefined) {
      setErrorSentences(catalog)
      return { locale, text: createTranslate(catalog, locale) }
    }
    await new Promise((resolve) => setTimeout(resolve, 2_000))
  }
}

type Catalog = Record<string, string | MessageFormatElement[]>

async function fetchCatalog(locale: string): Promise<Catalog> {
  const answer = await fetch(places[locale] ?? '')
  if (!answer.ok) throw new Error(`The texts are not there: ${answer.status}`)
  return await answer.json()
}

/** Missing and malformed texts show their ID instead of failing. */
function createTranslate(catalog: Catalog, locale: string): Text {
  const formats = new Map<string, IntlMessageFormat>()
  return (id, values) => {
    const message = catalog[id] ?? id
    if (typeof message === 'string') return message
    let format = formats.get(id)
    if (format === undefined) {
      format = new IntlMessageFormat(message, locale)
      formats.set(id, format)
    }
    try {
      return String(format.format(values))
    } catch {
      return id
    }
  }
}

export function TextsProvider({ texts, children }: { texts: Texts; children: ReactNode }) {
  const { locale } = texts
  const direction = directionOf(locale)
  useLayoutEffect(() => {
    document.documentElement.lang = locale
    document.documentElement.dir = direction
  }, [locale, direction])
  return (
    <Context value={texts}>
      <Direction.Provider dir={direction}>{children}</Direction.Provider>
    </Context>
  )
}

function useTexts(): Texts {
  const texts = use(Context)
  if (texts === undefined) throw new Error('There are no texts here.')
  return texts
}

export const useText = (): Text => useTexts().text
export const useLocale = (): string => useTexts().locale
