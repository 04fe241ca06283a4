import { decodeComponent, parseJson, parseUrl } from '../lib/parse.ts'

/** An organization that was used in this browser: its name and its address, nothing else. */
export interface KnownOrganization {
  name: string
  url: string
}

const cookiePattern = /(?:^|; )loquat_organizations=([^;]*)/
const storageKey = 'organizations'

/**
 * Each organization is at an address of its own, and knows nothing of the others. Those of one server have a cookie of the
 * domain above them in common, which the server writes at logging in; others were added here by hand.
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

/** Others than we can write there: only what is an address of the web becomes a link. */
function parseOrganizations(list: unknown): KnownOrganization[] {
  if (!Array.isArray(list)) return []
  return list.flatMap((one: unknown) => {
    const [name, address] = Array.isArray(one) ? (one as unknown[]) : []
    const url = typeof address === 'string' ? originOf(address) : undefined
    return typeof name === 'string' && url !== undefined ? [{ name, url }] : []
  })
}

/** The address of an organization as somebody typed it; undefined if it is none. */
export function originOf(address: string, protocol = 'https:'): string | undefined {
  const text = address.trim()
  const whole = /^[a-z]+:\/\//i.test(text) ? text : `${protocol}//${text}`
  const url = parseUrl(whole)
  return url !== undefined && /^https?:$/.test(url.protocol) && url.hostname !== '' ? url.origin : undefined
}

/** Goes to another organization, and has it in the list from now on. */
export function addOrganization(url: string): void {
  const others = addedOrganizations().filter((one) => one.url !== url)
  const all = [...others, { name: parseUrl(url)?.host ?? url, url }].slice(-20)
  localStorage.setItem(storageKey, JSON.stringify(all.map((one) => [one.name, one.url])))
  location.assign(`${url}/`)
}
