import { timingSafeEqual } from 'node:crypto'
import type { App } from '../../../app.ts'
import { hashOfKey } from '../../../platform/signer.ts'
import type { Realm } from '../../../realms/realm.ts'
import { type AppRow, findClient } from '../apps/store.ts'
import { OAuthError } from './errors.ts'
import { type OAuthParams, required } from './form.ts'

interface ClientCredentials {
  clientId: string
  secret: string | undefined
  /** By the header, so that the error names a scheme. */
  isBasic: boolean
}

/** The app that makes a request: `client_secret_basic`, `client_secret_post`, or `none` for public apps. */
export async function authenticateClient(
  app: App,
  realm: Realm,
  authorization: string | undefined,
  params: OAuthParams,
): Promise<AppRow> {
  const given = credentialsOf(authorization, params)
  const client = await findClient(app.database.db, realm.id, given.clientId.slice(0, 100))
  if (client === undefined) throw unauthenticated(given)
  const { secret_hash: expected } = client
  // A secret for an app without one shows that somebody is mistaken about the app.
  if ((expected === null) !== (given.secret === undefined)) throw unauthenticated(given)
  if (expected !== null && !isSameHash(expected, hashOfKey(given.secret ?? ''))) throw unauthenticated(given)
  return client
}

function credentialsOf(authorization: string | undefined, params: OAuthParams): ClientCredentials {
  const secret = params.get('client_secret')
  if (authorization === undefined) return { clientId: required(params, 'client_id'), secret, isBasic: false }
  const [, encoded] = /^basic +([A-Za-z0-9+/=]+) *$/i.exec(authorization) ?? []
  const [clientId, basicSecret, ...more] = Buffer.from(encoded ?? '', 'base64')
    .toString()
    .split(':')
  const given = { clientId: decoded(clientId), secret: decoded(basicSecret), isBasic: true }
  const { clientId: id } = given
  if (encoded === undefined || id === undefined || given.secret === undefined || more.length > 0)
    throw unauthenticated(given)
  if (secret !== undefined)
    throw new OAuthError('invalid_request', 'The app authenticates in two ways. Use one.')
  if ((params.get('client_id') ?? id) !== id)
    throw new OAuthError('invalid_request', 'The client_id differs from that of the header.')
  return { ...given, clientId: id }
}

/** Names and secrets are form-encoded before they become Basic credentials (RFC 6749, 2.3.1). */
function decoded(part: string | undefined): string | undefined {
  try {
    return part === undefined ? undefined : decodeURIComponent(part.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

const isSameHash = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

const unauthenticated = ({ isBasic }: Pick<ClientCredentials, 'isBasic'>) =>
  new OAuthError(
    'invalid_client',
    'The app is unknown, or its secret is wrong.',
    401,
    isBasic ? ['www-authenticate', 'Basic realm="oauth"'] : [],
  )
