import type { IncomingHttpHeaders } from 'node:http'
import { readCookie } from '../sessions/cookies.ts'
import { matchLanguage } from '../texts/offered.ts'
import type { Language } from '../texts/texts.ts'

export const languageCookie = 'loquat_language'

/**
 * The language from the query, the cookie or the browser's preferences, in this order; undefined if none is
 * supported.
 */
export const languageWanted = (query: URLSearchParams, headers: IncomingHttpHeaders): Language | undefined =>
  matchLanguage(query.get('language')) ??
  matchLanguage(readCookie(headers, languageCookie)) ??
  preferred(headers['accept-language'])

/** The first supported language of an Accept-Language header, best first. */
function preferred(header = ''): Language | undefined {
  const wanted = header.split(',').map((one) => {
    const [tag = '', ...parameters] = one.trim().split(/\s*;\s*/)
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    return { tag, weight: weight === undefined ? 1 : Number(weight.slice(2)) || 0 }
  })
  const best = wanted.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight)
  return best.map(({ tag }) => matchLanguage(tag)).find((one) => one !== undefined)
}
