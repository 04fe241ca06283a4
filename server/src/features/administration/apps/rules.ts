import { isIP } from 'node:net'
import {
  apiError,
  maxAppDescriptionLength,
  maxAppNameLength,
  maxRedirectUriLength,
  type Scope,
} from '@loquat/contract'
import { isLongerThan, trim } from '../../../text.ts'

/** An app as requested. */
export interface AppRequest {
  name: string
  description: string
  homepageUrl: string
  logoUrl: string
  redirectUris: string[]
  scopes: Scope[]
  isConfidential: boolean
}

/** Checks a request, and returns it as it is stored. */
export function checkedApp(request: AppRequest): AppRequest {
  const name = trim(request.name)
  if (name === '' || isLongerThan(name, maxAppNameLength)) {
    throw apiError('app-name-invalid', { max: maxAppNameLength })
  }
  const description = trim(request.description)
  if (isLongerThan(description, maxAppDescriptionLength)) {
    throw apiError('app-description-too-long', { max: maxAppDescriptionLength })
  }
  const [homepageUrl, logoUrl] = [trim(request.homepageUrl), trim(request.logoUrl)]
  for (const url of [homepageUrl, logoUrl]) assertWebAddress(url)
  const redirectUris = [...new Set(request.redirectUris.map(trim))]
  if (redirectUris.length === 0) throw apiError('app-redirect-uris-empty')
  for (const uri of redirectUris) assertRedirectUri(uri, request.isConfidential)
  const scopes = [...new Set(request.scopes)]
  if (scopes.length === 0) throw apiError('app-scopes-empty')
  return { ...request, name, description, homepageUrl, logoUrl, redirectUris, scopes }
}

function assertWebAddress(url: string): void {
  if (url === '') return
  const parsed = URL.parse(url)
  if (parsed?.protocol !== 'https:' || parsed.username !== '' || parsed.password !== '') {
    throw apiError('app-url-invalid', { url })
  }
}

/** Characters of URIs (RFC 3986). Browsers would read others, such as backslashes and tabs, differently than we do. */
const uriForm = /^[A-Za-z][A-Za-z0-9+.-]*:[A-Za-z0-9\-._~:/?[\]@!$&'()*+,;=%]+$/
/** Schemes of native apps are domain names in reverse (RFC 8252), which keeps out `javascript:` and the like. */
const ownScheme = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/

function assertRedirectUri(uri: string, isConfidential: boolean): void {
  const parsed = uri.length <= maxRedirectUriLength && uriForm.test(uri) ? URL.parse(uri) : null
  if (parsed === null || parsed.username !== '' || parsed.password !== '') {
    throw apiError('app-redirect-uri-invalid', { uri })
  }
  const { protocol } = parsed
  if (protocol === 'https:' || isLoopback(parsed)) return
  if (isConfidential || !ownScheme.test(protocol)) throw apiError('app-redirect-uri-scheme-denied', { uri })
}

export function isLoopback({ protocol, hostname }: URL): boolean {
  if (protocol !== 'http:') return false
  const isAddress = isIP(hostname) === 4 && hostname.startsWith('127.')
  return isAddress || hostname === '[::1]' || hostname === 'localhost'
}

/**
 * Whether an app can send people to an address. Exactly a registered one, because anything looser has let attackers receive codes. Native
 * apps listen on any free port of this computer (RFC 8252).
 */
export function isRegisteredUri(registered: readonly string[], uri: string): boolean {
  if (registered.includes(uri)) return true
  const given = uri.length <= maxRedirectUriLength && uriForm.test(uri) ? URL.parse(uri) : null
  if (given === null || !isLoopback(given) || given.username !== '' || given.password !== '') return false
  return registered.some((one) => {
    const known = URL.parse(one)
    if (known === null || !isLoopback(known)) return false
    known.port = given.port
    return known.href === given.href
  })
}
