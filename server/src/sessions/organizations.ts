import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import type { Config } from '../platform/config.ts'
import type { Realm } from '../realms/realm.ts'
import { readCookie } from './cookies.ts'

/** An organization that was used in this browser: only its name and URL. */
export interface KnownOrganization {
  name: string
  url: string
}

interface ServerConfig {
  config: Pick<Config, 'url'>
}

const cookieName = 'loquat_organizations'
const maxOrganizations = 8
const cookieMaxAgeSeconds = 365 * 24 * 60 * 60

/**
 * Organizations of one server have different hosts, which share only the parent domain. Without a parent domain (a
 * bare IP address, `localhost`), nothing can be remembered.
 */
function commonDomain({ config }: ServerConfig): string | undefined {
  const { hostname } = new URL(config.url)
  return isIP(hostname.replace(/[[\]]/g, '')) === 0 && hostname.includes('.') ? hostname : undefined
}

/** A Set-Cookie header that adds the organization to the browser's list. */
export function rememberOrganization(
  app: ServerConfig,
  realm: Realm,
  headers: IncomingHttpHeaders,
): string[] {
  const domain = commonDomain(app)
  if (domain === undefined) return []
  const { url, realm: info } = realm.directory
  const all = [{ name: info.name, url }, ...otherOrganizations(app, realm, headers)].slice(
    0,
    maxOrganizations,
  )
  const value = encodeURIComponent(JSON.stringify(all.map((one) => [one.name, one.url])))
  const secure = url.startsWith('https:') ? '; Secure' : ''
  // Scripts can read it, because the app shows the same list.
  return [
    `${cookieName}=${value}; Domain=${domain}; Path=/; SameSite=Lax; Max-Age=${cookieMaxAgeSeconds}${secure}`,
  ]
}

/** Any subdomain can write this cookie, so only URLs of this server are accepted from it. */
export function otherOrganizations(
  app: ServerConfig,
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
