import { apiError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { SamlIdentityProvider, SamlProvider } from '../../../platform/saml-config.ts'
import { hashOfKey } from '../../../platform/signer.ts'
import type { Realm } from '../../../realms/realm.ts'
import { useChallenge } from '../second-factors/passkey-store.ts'
import { type Assertion, parseAssertion, type SamlLogin } from './assertion.ts'
import { type ServiceAddresses, samlClient } from './service-provider.ts'
import { assertPlainXml, firstElements, maxMessageLength, RefusedXml } from './xml.ts'

/** Responses are made for a login, so older ones were stolen. */
const maxAgeMs = 10 * 60 * 1_000
const success = 'urn:oasis:names:tc:SAML:2.0:status:Success'

/**
 * Verifies a response and uses it up. Everything that is trusted comes from the signed bytes, not from the document around
 * them.
 */
export async function acceptResponse(
  app: App,
  realm: Realm,
  provider: SamlProvider,
  { identity, addresses }: { identity: SamlIdentityProvider; addresses: ServiceAddresses },
  encoded: string,
): Promise<{ login: SamlLogin; requestId: string | null }> {
  const xml = decodeMessage(encoded)
  const [root, ...parts] = await firstElements(xml, ['SignatureMethod', 'EncryptionMethod', 'StatusCode'])
  if (root?.name !== 'Response') throw new RefusedXml('The message is no response.')
  const { Destination: destination, InResponseTo: requestId } = root.attributes
  if (destination !== undefined && destination !== addresses.responses) {
    throw new RefusedXml(`The response is for ${destination}.`)
  }
  assertStrong(parts.map(({ attributes }) => attributes.Algorithm ?? ''))
  assertSuccess(
    provider,
    parts.filter(({ name }) => name === 'StatusCode').map(({ attributes }) => attributes.Value ?? ''),
  )
  const client = await samlClient(app, addresses, identity)
  const { profile } = await client.validatePostResponseAsync({ SAMLResponse: encoded })
  if (profile?.getAssertion === undefined) throw new RefusedXml('The response has no assertion.')
  const assertion = parseAssertion(profile.getAssertion())
  if (assertion.issuer !== identity.entityId) throw new RefusedXml(`${assertion.issuer} is another provider.`)
  assertCurrent(app, assertion)
  const answered = answeredRequest(app, assertion, addresses.responses)
  if (requestId !== undefined && requestId !== answered) {
    throw new RefusedXml('The response and its assertion answer different requests.')
  }
  if (answered === null && !provider.idpInitiated) {
    throw new RefusedXml('Logins that start at the provider are off.')
  }
  await useOnce(app, realm, identity.entityId, [assertion.id, ...(answered === null ? [] : [answered])])
  const { nameId, details, sessionIndex, attributes } = assertion
  return {
    login: { issuer: identity.entityId, nameId, details, sessionIndex, attributes },
    requestId: answered,
  }
}

/** The text of a message, if it is safe to parse. */
export function decodeMessage(encoded: string): string {
  if (encoded.length > maxMessageLength || !/^[\w+/=\s]+$/.test(encoded)) {
    throw new RefusedXml('The message is too long or not Base64.')
  }
  const xml = Buffer.from(encoded, 'base64').toString()
  assertPlainXml(xml)
  return xml
}

/** Broken algorithms: signatures over SHA-1, and encryption that reveals its content to somebody who tries often. */
const weakAlgorithms = /#(rsa-sha1|dsa-sha1|hmac-sha1|rsa-md5|rsa-1_5|tripledes-cbc)$/

export function assertStrong(algorithms: readonly string[]): void {
  const weak = algorithms.find((algorithm) => weakAlgorithms.test(algorithm))
  if (weak !== undefined) throw new RefusedXml(`The algorithm ${weak} is not accepted.`)
}

/** Shows the provider's code only: the message could come from anybody. */
function assertSuccess({ displayName }: SamlProvider, codes: readonly string[]): void {
  if (codes[0] === success) return
  const problem = /[A-Za-z]{1,40}$/.exec(codes.at(-1) ?? '')?.[0]
  if (problem === undefined) throw new RefusedXml('The response has no status.')
  throw apiError('login-provider-failed', { provider: displayName, problem })
}

/** Compares with our clock, which tests can move; the library uses that of the machine. */
function assertCurrent(app: App, { issuedAt, validFrom, validUntil }: Assertion): void {
  const now = app.clock.now()
  const skew = app.config.samlClockSkewMs
  const isCurrent =
    issuedAt <= now + skew &&
    issuedAt + maxAgeMs > now - skew &&
    validFrom <= now + skew &&
    validUntil > now - skew
  if (!isCurrent) throw new RefusedXml('The assertion is not valid now.')
}

/** The request that the assertion answers, from its signed part; null if it answers none. */
function answeredRequest(app: App, { confirmations }: Assertion, recipient: string): string | null {
  const oldest = app.clock.now() - app.config.samlClockSkewMs
  const found = confirmations.find((one) => one.recipient === recipient && one.validUntil > oldest)
  if (found === undefined) throw new RefusedXml('The assertion is not for us, or expired.')
  return found.requestId ?? null
}

/** Each assertion and each request counts once, in all processes. Recorded for longer than an assertion can be valid. */
export async function useOnce(app: App, realm: Realm, issuer: string, ids: readonly string[]): Promise<void> {
  const expiresAt = new Date(app.clock.now() + 2 * maxAgeMs + 2 * app.config.samlClockSkewMs)
  for (const id of ids) {
    const hash = hashOfKey(JSON.stringify(['saml', realm.id, issuer, id]))
    if (!(await useChallenge(app.database.db, hash, expiresAt))) throw new RefusedXml('It was used before.')
  }
}
