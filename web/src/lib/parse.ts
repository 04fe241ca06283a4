/**
 * Parsers for text from outside: messages, settings, addresses, cookies, storage. They never throw, because an exception while a
 * message is rendered would unmount the rest of the app. A test keeps their throwing counterparts out of all other files.
 */

export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}

/** Percent-decoded text; undefined if an escape is malformed, as in `100%.png`. */
export function parseComponent(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Percent-decoded text; unchanged if an escape is malformed. */
export const decodeComponent = (text: string): string => parseComponent(text) ?? text

/** Null, as storage returns for a missing entry, is undefined. */
export function parseJson(text: string | null | undefined): unknown {
  if (text === null || text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function parsePattern(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags)
  } catch {
    return undefined
  }
}

/** The canonical name of a time zone; undefined if this browser does not know it. */
export function parseTimeZone(zone: string): string | undefined {
  try {
    return Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** The canonical language tag; undefined if it is malformed. */
export function parseLanguage(code: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(code)[0]
  } catch {
    return undefined
  }
}
