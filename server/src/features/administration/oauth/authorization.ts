import type { Scope } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { Realm } from '../../../realms/realm.ts'
import { isRegisteredUri } from '../apps/rules.ts'
import { type AppRow, findClient } from '../apps/store.ts'
import { OAuthError } from './errors.ts'
import { type OAuthParams, uniqueParams } from './form.ts'
import { issuerOf } from './metadata.ts'
import { requestedScopes } from './scopes.ts'

const maxStateLength = 2_000
/** SHA-256 in base64url. */
const challengeForm = /^[A-Za-z0-9_-]{43}$/

/** The app and the address to send errors to. Until both are certain, errors are shown, and nobody is redirected. */
export interface Recipient {
  client: AppRow
  redirectUri: string
  state: string | undefined
}

/** A request that asks a person to connect an app. */
export interface AuthorizationRequest extends Recipient {
  scopes: Scope[]
  challenge: string
}

export interface ReceivedRequest {
  params: OAuthParams
  recipient: Recipient
}

/** Throws an error to show on a page. */
export async function receiveRequest(
  app: App,
  realm: Realm,
  query: URLSearchParams,
): Promise<ReceivedRequest> {
  const params = uniqueParams(query)
  const clientId = params.get('client_id') ?? ''
  const client = await findClient(app.database.db, realm.id, clientId.slice(0, 100))
  if (client === undefined) throw new OAuthError('invalid_client', 'The client_id is unknown here.')
  const { redirect_uris: registered } = client
  const redirectUri = params.get('redirect_uri') ?? (registered.length === 1 ? registered[0] : undefined)
  if (redirectUri === undefined) throw new OAuthError('invalid_request', 'The redirect_uri is missing.')
  if (!isRegisteredUri(registered, redirectUri))
    throw new OAuthError('invalid_request', 'The redirect_uri is not registered for this app.')
  return { params, recipient: { client, redirectUri, state: params.get('state') } }
}

/** Throws an error to send back to the app. */
export function checkRequest(realm: Realm, { params, recipient }: ReceivedRequest): AuthorizationRequest {
  const { client, state = '' } = recipient
  if (state.length > maxStateLength) throw invalid('The state is too long.')
  if (params.has('request')) throw new OAuthError('request_not_supported', 'Use query parameters.')
  if (params.has('request_uri')) throw new OAuthError('request_uri_not_supported', 'Use query parameters.')
  const type = params.get('response_type')
  if (type === undefined) throw invalid('The parameter response_type is missing.')
  if (type !== 'code') throw new OAuthError('unsupported_response_type', 'The response_type must be code.')
  if ((params.get('response_mode') ?? 'query') !== 'query') throw invalid('The response_mode must be query.')
  const challenge = params.get('code_challenge')
  if (challenge === undefined) throw invalid('PKCE is required: the code_challenge is missing.')
  if (params.get('code_challenge_method') !== 'S256') throw invalid('The code_challenge_method must be S256.')
  if (!challengeForm.test(challenge)) throw invalid('The code_challenge is not a SHA-256 hash in base64url.')
  assertResource(realm, params)
  return { ...recipient, scopes: requestedScopes(params.get('scope'), client.scopes as Scope[]), challenge }
}

const invalid = (description: string) => new OAuthError('invalid_request', description)

/** The resource that tokens are for (RFC 8707). All resources of an organization accept its tokens, and no others do. */
export function assertResource(realm: Realm, params: OAuthParams): void {
  const resource = params.get('resource')
  if (resource === undefined) return
  if (URL.parse(resource)?.origin === new URL(issuerOf(realm)).origin) return
  throw new OAuthError('invalid_target', 'The resource is not on this server.')
}

/** Where a person goes with the answer. `iss` says who answers, so that apps cannot confuse two servers (RFC 9207). */
export function answerAddress(
  realm: Realm,
  { redirectUri, state }: Pick<Recipient, 'redirectUri' | 'state'>,
  answer: { code: string } | OAuthError,
): string {
  const fields =
    answer instanceof OAuthError ? { error: answer.code, error_description: answer.message } : answer
  const query = new URLSearchParams({
    ...fields,
    ...(state === undefined ? {} : { state }),
    iss: issuerOf(realm),
  })
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${query}`
}
