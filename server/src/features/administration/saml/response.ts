import { apiError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { SamlIdentityProvider, SamlProvider } from '../../../platform/saml-config.ts'
import { hashOfKey } from '../../../platform/signer.ts'
import type { Realm } from '../../../realms/realm.ts'
import { useChallenge } from '../second-factors/passkey-store.ts'
import { type Assertion, parseAssertion, type SamlLogin } from './assertion.ts'
import { decryptedAssertion } from './encrypted.ts'
import { type ServiceAddresses, samlClient } from './service-provider.ts'
import { assertPlainXml, firstElements, maxMessageLength, type OpenElement, RefusedXml } from './xml.ts'

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
  const [root, ...parts] = await firstElements(xml, [...methods, 'StatusCode'])
  // The library refuses other messages than responses.
  const { Destination: destination, InResponseTo: requestId } = root?.attributes ?? {}
  if (destination !== undefined && destination !== addresses.responses) {
    throw new RefusedXml(`The response is for ${destination}.`)
  }
  assertStrongMethods(parts)
  await assertSafeInside(app, xml)
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
  if (encoded.length > maxMessageLength) throw new RefusedXml('The message is too long.')
  const xml = Buffer.from(encoded, 'base64').toString()
  assertPlainXml(xml)
  return xml
}

/** Elements that name the algorithms of a message. */
const methods = ['SignatureMethod', 'EncryptionMethod']

/** Those over SHA-2. The library verifies some over SHA-1, and in addresses over any hash that Node.js knows. */
const strongSignature = /#(rsa-sha(256|384|512)|sha256-rsa-MGF1)$/
/** The library decrypts these, but they reveal the content to an attacker who sends many variants. */
const weakEncryption = /#(rsa-1_5|tripledes-cbc)$/

export function assertStrongSignature(algorithm: string): void {
  if (!strongSignature.test(algorithm)) throw new RefusedXml(`Signatures by ${algorithm} are not accepted.`)
}

export function assertStrongMethods(elements: readonly OpenElement[]): void {
  for (const { name, attributes } of elements) {
    const { Algorithm: algorithm = '' } = attributes
    if (name === 'SignatureMethod') assertStrongSignature(algorithm)
    if (name === 'EncryptionMethod' && weakEncryption.test(algorithm)) {
      throw new RefusedXml(`Encryption by ${algorithm} is not accepted.`)
    }
  }
}

/** An encrypted assertion has a signature of its own, and whatever its sender has written into it. */
async function assertSafeInside({ config: { samlKey } }: App, xml: string): Promise<void> {
  const inside = samlKey && (await decryptedAssertion(xml, samlKey.privateKey))
  if (inside === undefined) return
  assertPlainXml(inside)
  assertStrongMethods(await firstElements(inside, methods))
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
