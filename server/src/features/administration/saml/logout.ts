import { stringify } from 'node:querystring'
import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import type { App } from '../../../app.ts'
import type { SamlIdentityProvider, SamlProvider } from '../../../platform/saml-config.ts'
import type { Realm } from '../../../realms/realm.ts'
import { publishSessionEndings } from '../../../sessions/sessions.ts'
import { deleteSessions } from '../../../sessions/store.ts'
import { samlProvidersOf } from '../server-settings/authentication.ts'
import { identityProviderOf } from './metadata.ts'
import { assertStrongMethods, assertStrongSignature, decodeMessage, useOnce } from './response.ts'
import { type ServiceAddresses, samlClient, serviceAddresses } from './service-provider.ts'
import { samlSessionOf, sessionsNamed } from './store.ts'
import { assertPlainXml, firstElements, maxMessageLength, RefusedXml } from './xml.ts'

const maxRelayStateLength = 1_000
/** Requests are made for a logout, so older ones were stolen. */
const maxAgeMs = 10 * 60 * 1_000

/** The two sides of a logout. */
interface LogoutParties {
  provider: SamlProvider
  identity: SamlIdentityProvider
  addresses: ServiceAddresses
}

/** A logout at the provider that a session came from. */
export interface ProviderLogout {
  /** Display name. */
  provider: string
  url: string
}

/** To be called before the session ends. Undefined for other sessions, and without a key to sign the request with. */
export async function providerLogout(
  app: App,
  realm: Realm,
  sessionId: number,
): Promise<ProviderLogout | undefined> {
  if (app.config.samlKey === undefined) return undefined
  const session = await samlSessionOf(app.database.db, sessionId)
  const provider = samlProvidersOf(app.config, realm.directory).find(({ name }) => name === session?.provider)
  if (session === undefined || provider === undefined) return undefined
  try {
    const identity = await identityProviderOf(app, provider)
    if (identity.logoutUrl === undefined) return undefined
    const client = await samlClient(app, serviceAddresses(realm, provider), identity)
    const { format, nameQualifier, spNameQualifier } = session.details
    const user = {
      issuer: identity.entityId,
      nameID: session.nameId,
      nameIDFormat: format ?? 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
      ...(nameQualifier === undefined ? {} : { nameQualifier }),
      ...(spNameQualifier === undefined ? {} : { spNameQualifier }),
      ...(session.sessionIndex === null ? {} : { sessionIndex: session.sessionIndex }),
    }
    return { provider: provider.displayName, url: await client.getLogoutUrlAsync(user, '', {}) }
  } catch (error) {
    // Logging out here must not depend on the provider.
    app.logger.warn({ err: error, provider: provider.name }, 'logging out at the provider failed')
    return undefined
  }
}

/** A logout request, as a form or in the address. */
export type LogoutMessage = { form: ReadonlyMap<string, string> } | { rawQuery: string }

/** Ends the sessions that a provider's request names. Returns the address that reports it to the provider, if it has one. */
export async function acceptLogoutRequest(
  app: App,
  realm: Realm,
  parties: LogoutParties,
  message: LogoutMessage,
): Promise<string | undefined> {
  const { provider, identity, addresses } = parties
  const { request, relayState } =
    'form' in message
      ? await verifyForm(app, parties, message.form)
      : await verifyQuery(app, parties, message.rawQuery)
  await useOnce(app, realm, identity.entityId, [request.ID ?? ''])
  await endNamedSessions(realm, provider.name, request.nameID, request.sessionIndex)
  const logoutUrl = identity.logoutResponseUrl ?? identity.logoutUrl
  if (logoutUrl === undefined) return undefined
  const client = await samlClient(app, addresses, identity, { logoutUrl })
  return asSigned(await client.getLogoutResponseUrlAsync(request, relayState, {}, true))
}

/** The library signs `%20` and sends `+`. Providers verify the text that they receive. */
function asSigned(address: string): string {
  const url = new URL(address)
  url.search = stringify(Object.fromEntries(url.searchParams))
  return url.href
}

async function verifyForm(app: App, parties: LogoutParties, form: ReadonlyMap<string, string>) {
  const encoded = form.get('SAMLRequest') ?? ''
  await assertForUs(app, parties, decodeMessage(encoded))
  const client = await samlClient(app, parties.addresses, parties.identity)
  const { profile } = await client.validatePostRequestAsync({ SAMLRequest: encoded })
  return { request: profile, relayState: checkedRelayState(form.get('RelayState') ?? '') }
}

/**
 * The library accepts requests without a signature, and repeated parameters, of which one is signed and another one read. So
 * each parameter must be there once, and the library gets nothing else.
 */
async function verifyQuery(app: App, parties: LogoutParties, rawQuery: string) {
  const pairs = rawQuery.split('&').map((pair) => [pair.split('=', 1)[0] ?? '', pair] as const)
  const signed = ['SAMLRequest', 'RelayState', 'SigAlg', 'Signature'].flatMap((name) => {
    const found = pairs.filter(([key]) => decodeURIComponent(key) === name)
    if (found.length > 1 || (found.length === 0 && name !== 'RelayState')) {
      throw new RefusedXml(`The parameter ${name} must be there once.`)
    }
    return found.map(([, pair]) => pair)
  })
  const query = signed.join('&')
  const parameters = Object.fromEntries(new URLSearchParams(query))
  assertStrongSignature(parameters.SigAlg ?? '')
  const deflated = Buffer.from(parameters.SAMLRequest ?? '', 'base64')
  const inflated = await promisify(inflateRaw)(deflated, { maxOutputLength: maxMessageLength })
  const xml = inflated.toString()
  assertPlainXml(xml)
  await assertForUs(app, parties, xml)
  const client = await samlClient(app, parties.addresses, parties.identity)
  const { profile } = await client.validateRedirectAsync(parameters, query)
  if (profile === null) throw new RefusedXml('The message is no logout request.')
  return { request: profile, relayState: checkedRelayState(parameters.RelayState ?? '') }
}

/** Checks what the library does not: the destination, the age and the algorithms. The signature covers these. */
async function assertForUs(app: App, { addresses }: LogoutParties, xml: string): Promise<void> {
  const [root, ...signatures] = await firstElements(xml, ['SignatureMethod'])
  const { Destination: destination, IssueInstant: issuedAt = '' } = root?.attributes ?? {}
  if (destination !== addresses.logout) throw new RefusedXml(`The request is for ${destination ?? 'nobody'}.`)
  const age = app.clock.now() - Date.parse(issuedAt)
  const skew = app.config.samlClockSkewMs
  if (!(age >= -skew && age < maxAgeMs + skew)) throw new RefusedXml('The request is too old.')
  assertStrongMethods(signatures)
}

function checkedRelayState(relayState: string): string {
  if (relayState.length > maxRelayStateLength) throw new RefusedXml('RelayState is too long.')
  return relayState
}

async function endNamedSessions(
  realm: Realm,
  provider: string,
  nameId: string,
  sessionIndex: string | undefined,
): Promise<void> {
  await realm.transact(async (tx) => {
    const sessions = await sessionsNamed(tx, provider, nameId, sessionIndex)
    const byUser = Map.groupBy(sessions, ({ userId }) => userId)
    for (const [userId, ended] of byUser) {
      for (const { id } of ended) await deleteSessions(tx, userId, { only: id })
      const target = { type: 'user', id: userId } as const
      tx.audit({ kind: 'session.ended', target, after: { sessions: ended.length, provider } })
    }
    if (byUser.size > 0) publishSessionEndings(tx, [...byUser.keys()])
  })
}
