import places from 'virtual:texts'
import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser'
import { directionOf, findLanguage, isolate } from '@loquat/contract/light'
import { IntlMessageFormat } from 'intl-messageformat'
import { Direction } from 'radix-ui'
import { createContext, type ReactNode, use, useLayoutEffect } from 'react'
import { setCollation } from '../lib/collation.ts'
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

/** The offered language for a tag such as `pt-PT`; English if there is none. */
export const supportedLanguage = (wanted: string): string =>
  [wanted, findLanguage(wanted) ?? ''].find((language) => Object.hasOwn(places, language)) ?? 'en'

/** The first offered language of the browser, for visitors without an account. */
export const browserLanguage = (): string =>
  navigator.languages.find((tag) => Object.hasOwn(places, findLanguage(tag) ?? '')) ?? 'en'

/** The language set by `?language=`, for the lifetime of the tab. */
export function languageOverride(): string | null {
  const asked = new URLSearchParams(location.search).get('language')
  if (asked !== null) sessionStorage.setItem('language', asked)
  return sessionStorage.getItem('language')
}

/** Loads the texts of a language. Retries forever: without texts the app cannot even show an error. */
export async function loadTexts(wanted: string): Promise<Texts> {
  const locale = supportedLanguage(languageOverride() ?? wanted)
  for (;;) {
    const catalog = await fetchCatalog(locale).catch(() => undefined)
    if (catalog !== undefined) {
      setErrorSentences(catalog)
      setCollation(locale)
      return { locale, text: createTranslate(catalog, locale) }
    }
    await new Promise((resolve) => setTimeout(resolve, 2_000))
  }
}

type Catalog = Record<string, string | MessageFormatElement[]>

async function fetchCatalog(locale: string): Promise<Catalog> {
  const url = places[locale] ?? ''
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`The texts are not there: ${answer.status}`)
  void keepOffline(url)
  return await answer.json()
}

/** The service worker precaches no texts but the English ones. The file itself comes from the cache of the browser. */
async function keepOffline(url: string): Promise<void> {
  if (!('caches' in globalThis) || navigator.serviceWorker?.controller == null) return
  const cache = await caches.open('loquat-shell-1')
  if ((await cache.match(url)) === undefined) await cache.add(url)
}

/** Values that stay as they are: those that choose a text, and those isolated together with a sign (`#design`). */
function keptValues(message: readonly MessageFormatElement[]): string[] {
  return message.flatMap((part, n) => {
    const before = message[n - 1]
    if (part.type === TYPE.argument)
      return before?.type === TYPE.literal && /\u2068[#@/]$/.test(before.value) ? [part.value] : []
    if (part.type !== TYPE.plural && part.type !== TYPE.select) return []
    const within = Object.values(part.options).flatMap(({ value }) => keptValues(value))
    return part.type === TYPE.select ? [part.value, ...within] : within
  })
}

/** Names in sentences are isolated, because their direction may differ. */
const isolateNames = (values: Values, kept: readonly string[], direction: 'ltr' | 'rtl'): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && !kept.includes(name) ? isolate(value, direction) : value,
    ]),
  )

/** Missing and malformed texts show their ID instead of failing. */
function createTranslate(catalog: Catalog, locale: string): Text {
  const formats = new Map<string, { format: IntlMessageFormat; kept: string[] }>()
  const direction = directionOf(locale)
  return (id, values = {}) => {
    const message = catalog[id] ?? id
    if (typeof message === 'string') return message
    let known = formats.get(id)
    if (known === undefined) {
      known = { format: new IntlMessageFormat(message, locale), kept: keptValues(message) }
      formats.set(id, known)
    }
    try {
      return String(known.format.format(isolateNames(values, known.kept, direction)))
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
