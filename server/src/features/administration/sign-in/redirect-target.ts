import type { Visit } from '../../../pages/pages.ts'

/** Pages that are never a redirect target. */
const excludedPages =
  /^\/(api|json|login|logout|accounts|join|reset|confirm-email|unsubscribe|reactivate)(?![^/?#])/

const placeholderOrigin = 'http://here.invalid'

/**
 * The path to go to after logging in. Only paths of this server: a link must not lead to another site. Parsed like browsers do, so that
 * both resolve it to the same place, and escaped, so that it is a valid header.
 */
export function nextOf({ query }: Pick<Visit, 'query'>): string {
  const next = query.get('next') ?? ''
  const url = next.startsWith('/') ? URL.parse(next, placeholderOrigin) : null
  if (url?.origin !== placeholderOrigin) return '/'
  const path = `${url.pathname}${url.search}${url.hash}`
  return path.startsWith('//') || excludedPages.test(path) ? '/' : path
}
