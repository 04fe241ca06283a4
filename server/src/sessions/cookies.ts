import type { IncomingHttpHeaders } from 'node:http'

/** Marks a shared computer for the web app: nothing must be stored on it. Ends with the session. */
export const sharedCookie = 'loquat_shared'

/** Tells the web app that the user with this ID is new here. It shows the first steps, and deletes the cookie. */
export const firstLoginCookie = 'loquat_first_login'

/**
 * Two cookies: the key, which scripts cannot read, and a CSRF token, which only our own pages can read and send back
 * in a header. Over HTTPS their name prefixes bind them to this host.
 */
export interface CookieNames {
  session: string
  csrf: string
  secure: boolean
}

export function cookieNames(url: string): CookieNames {
  const secure = url.startsWith('https:')
  const prefix = secure ? '__Host-' : ''
  return { session: `${prefix}loquat_session`, csrf: `${prefix}loquat_csrf`, secure }
}

export function readCookie(headers: IncomingHttpHeaders, name: string): string | undefined {
  for (const pair of (headers.cookie ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at !== -1 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return undefined
}

/** Values are our own keys and need no escaping. Without a maximum age, the cookie ends with the browser session. */
export function cookie(
  name: string,
  value: string,
  { secure, forScripts = false, seconds }: { secure: boolean; forScripts?: boolean; seconds?: number },
): string {
  return [
    `${name}=${value}`,
    'Path=/',
    'SameSite=Lax',
    ...(forScripts ? [] : ['HttpOnly']),
    ...(secure ? ['Secure'] : []),
    ...(seconds === undefined ? [] : [`Max-Age=${seconds}`]),
  ].join('; ')
}
