import { createContext, type ReactNode, use, useMemo } from 'react'
import { createIntl, type IntlShape } from 'react-intl'

export type Values = Record<string, string | number | Date>
/** Puts a text of the catalogue into the language of the reader. */
export type Text = (id: string, values?: Values) => string

interface Texts {
  intl: IntlShape
  text: Text
}

const Context = createContext<Texts | undefined>(undefined)

const catalogues: Record<string, () => Promise<{ default: Record<string, string> }>> = {
  en: () => import('virtual:texts/en'),
  de: () => import('virtual:texts/de'),
}

export const languageOf = (wanted: string): string =>
  wanted.slice(0, 2) in catalogues ? wanted.slice(0, 2) : 'en'

/** The texts of a language, with English for what it lacks. */
export async function loadTexts(language: string): Promise<Texts> {
  const own = languageOf(language)
  const [english, translated] = await Promise.all([catalogues.en?.(), catalogues[own]?.()])
  const intl = createIntl({
    locale: own,
    messages: { ...english?.default, ...translated?.default },
    onError: () => {},
  })
  return { intl, text: (id, values) => intl.formatMessage({ id }, values) as string }
}

export function TextsProvider({ texts, children }: { texts: Texts; children: ReactNode }) {
  const value = useMemo(() => texts, [texts])
  return <Context value={value}>{children}</Context>
}

function useTexts(): Texts {
  const texts = use(Context)
  if (texts === undefined) throw new Error('There are no texts here.')
  return texts
}

export const useText = (): Text => useTexts().text
export const useLocale = (): string => useTexts().intl.locale
