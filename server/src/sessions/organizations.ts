import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import type { Config } from '../platform/config.ts'
import type { Realm } from '../realms/realm.ts'
import { readCookie } from './cookies.ts'

/** An organization that was used in this browser: its name and its address, nothing else. */
export interface KnownOrganization {
  name: string
  url: string
}

interface Configured {
  config: Pick<Config, 'url'>
}

const cookieName = 'loquat_organizations'
const most = 8
const secondsKept = 365 * 24 * 60 * 60

/**
 * Organizations of one server are at different addresses, which know nothing of each other; what they have in common is the
 * domain above them. Where there is none (a bare IP address, `localhost`) there is nothing to remember it in.
 */
function commonDomain({ config }: Configured): string | undefined {
  const { hostname } = new URL(config.url)
  return isIP(hostname.replace(/[[\]]/g, '')) === 0 && hostname.includes('.') ? hostname : undefined
}

/** Makes a browser remember that it was here. */
export function rememberOrganization(app: Configured, realm: Realm, headers: IncomingHttpHeaders): string[] {
  const domain = commonDomain(app)
  if (domain === undefined) return []
  const { url, realm: info } = realm.directory
  const all = [{ name: info.name, url }, ...otherOrganizations(app, realm, headers)].slice(0, most)
  const value = encodeURIComponent(JSON.stringify(all.map((one) => [one.name, one.url])))
  const secure = url.startsWith('https:') ? '; Secure' : ''
  // Scripts may read it: the app shows the same list.
  return [`${cookieName}=${value}; Domain=${domain}; Path=/; SameSite=Lax; Max-Age=${secondsKept}${secure}`]
}

/** Whoever is at a subdomain can write such a cookie, so it is believed only as far as it names addresses of this server. */
export function otherOrganizations(
  app: Configured,
  realm: Realm,
  headers: IncomingHttpHeaders,
): KnownOrganization[] {
  const domain = commonDomain(app)
  if (domain === undefined) return []
  return listIn(readCookie(headers, cookieName) ?? '').filter(({ url }) => {
    const { hostname, origin } = new URL(url)
    const isOurs = hostname === domain || hostname.endsWith(`.${domain}`)
    return isOurs && origin === url && url !== realm.directory.url
  })
}

function listIn(value: string): KnownOrganization[] {
  let list: unknown
  try {
    list = JSON.parse(decodeURIComponent(value))
  } catch {
    return []
  }
  if (!Array.isArray(list)) return []
  return list.flatMap((one: unknown) => {
    const [name, url] = Array.isArray(one) ? (one as unknown[]) : []
    const isKnown = typeof name === 'string' && typeof url === 'string' && URL.canParse(url)
    return isKnown && /^https?:/.test(url) ? [{ name: name.slice(0, 100), url }] : []
  })
}
