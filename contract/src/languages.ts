/** Codes of the languages that people can choose. */
export const availableLanguages = [
  'ar',
  'bg',
  'ca',
  'cs',
  'cy',
  'da',
  'de',
  'en',
  'en-gb',
  'es',
  'eu',
  'fa',
  'fi',
  'fr',
  'gl',
  'gu',
  'he',
  'hi',
  'hu',
  'id',
  'it',
  'ja',
  'ko',
  'lt',
  'ml',
  'mn',
  'nl',
  'pl',
  'pt',
  'pt-br',
  'ro',
  'ru',
  'si',
  'sr',
  'sv',
  'ta',
  'tr',
  'uk',
  'vi',
  'zh-hans',
  'zh-hant',
] as const

/**
 * Languages of Loquat, by their own names, in the order of lists. Their codes name the folders of texts. A language is offered only if
 * all its texts exist.
 */
export const languages = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  nl: 'Nederlands',
  pl: 'Polski',
  'pt-br': 'Português (Brasil)',
  tr: 'Türkçe',
  ru: 'Русский',
  uk: 'Українська',
  ar: 'العربية',
  he: 'עברית',
  hi: 'हिन्दी',
  ja: '日本語',
  ko: '한국어',
  'zh-hans': '简体中文',
  'zh-hant': '繁體中文',
} as const satisfies Partial<Record<(typeof availableLanguages)[number], string>>
export type Language = keyof typeof languages
export const allLanguages = Object.keys(languages) as Language[]

/** Language and script of a tag: `zh-Hant` for `zh-TW`, `pt-Latn` for `pt`. Undefined if the tag is malformed. */
function writingOf(tag: string): string | undefined {
  try {
    const { language, script } = new Intl.Locale(tag.replaceAll('_', '-')).maximize()
    return `${language}-${script}`
  } catch {
    return undefined
  }
}

const byWriting = new Map(allLanguages.map((language) => [writingOf(language), language]))

/** The language of Loquat for a tag such as `de-AT`, `zh-TW` or `iw`. */
export function findLanguage(tag: string | null | undefined): Language | undefined {
  const code = (tag ?? '').toLowerCase()
  if (Object.hasOwn(languages, code)) return code as Language
  // Longer ones are no tags.
  return code === '' || code.length > 35 ? undefined : byWriting.get(writingOf(code))
}

/** The writing direction of a language. */
export const directionOf = (tag: string): 'ltr' | 'rtl' =>
  /-(Arab|Hebr)$/.test(writingOf(tag) ?? '') ? 'rtl' : 'ltr'

const isAddress = /^https?:/
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/**
 * Isolates a name within a sentence where their directions may differ, so that neither reorders the other. Addresses stay as
 * they are, because programs take the marks for a part of them.
 */
export const isolate = (value: string, direction: 'ltr' | 'rtl'): string =>
  value === '' || isAddress.test(value) || (direction === 'ltr' && !rightToLeft.test(value))
    ? value
    : `\u2068${value}\u2069`
