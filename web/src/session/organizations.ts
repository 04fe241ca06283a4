import { decodeComponent, parseJson, parseUrl } from '../lib/parse.ts'

/** An organization that was used in this browser. */
export interface KnownOrganization {
  name: string
  url: string
}

const cookiePattern = /(?:^|; )loquat_organizations=([^;]*)/
const storageKey = 'organizations'

/**
 * Organizations have separate origins. Those of one server share a cookie of the parent domain, which the server sets at login;
 * others were added by hand.
 */
export function otherOrganizations(here = location.origin): KnownOrganization[] {
  const known = new Map<string, KnownOrganization>()
  for (const one of [...organizationsInCookie(document.cookie), ...addedOrganizations()]) {
    if (one.url !== here && !known.has(one.url)) known.set(one.url, one)
  }
  return [...known.values()]
}

export function organizationsInCookie(cookies: string): KnownOrganization[] {
  return parseOrganizations(parseJson(decodeComponent(cookiePattern.exec(cookies)?.[1] ?? '')))
}

const addedOrganizations = (): KnownOrganization[] =>
  parseOrganizations(parseJson(localStorage.getItem(storageKey)))

/** Untrusted input: only web addresses become links. */
function parseOrganizations(list: unknown): KnownOrganization[] {
  if (!Array.isArray(list)) return []
  return list.flatMap((one: unknown) => {
    const [name, address] = Array.isArray(one) ? (one as unknown[]) : []
    const url = typeof address === 'string' ? originOf(address) : undefined
    return typeof name === 'string' && url !== undefined ? [{ name, url }] : []
  })
}

/** The origin of a typed address; undefined if it is invalid. */
export function originOf(address: string, protocol = 'https:'): string | undefined {
  const text = address.trim()
  const whole = /^[a-z]+:\/\//i.test(text) ? text : `${protocol}//${text}`
  const url = parseUrl(whole)
  return url !== undefined && /^https?:$/.test(url.protocol) && url.hostname !== '' ? url.origin : undefined
}

/** Adds an organization to the list and opens it. */
export function addOrganization(url: string): void {
  const others = addedOrganizations().filter((one) => one.url !== url)
  const all = [...others, { name: parseUrl(url)?.host ?? url, url }].slice(-20)
  localStorage.setItem(storageKey, JSON.stringify(all.map((one) => [one.name, one.url])))
  location.assign(`${url}/`)
}
