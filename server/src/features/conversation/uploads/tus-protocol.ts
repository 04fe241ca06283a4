import { apiError, type Scope, WireError } from '@loquat/contract'
import type { DataStore, Locker, Server, ServerOptions } from '@tus/server'
import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import { assertNotPreview } from '../../../directory/preview.ts'
import type { Exchange } from '../../../http/exchange.ts'
import type { Protocol } from '../../../http/protocols.ts'
import { errorText } from '../../../http/reply/envelope.ts'
import { toWireError } from '../../../http/reply/errors.ts'
import { recordResponse } from '../../../http/reply/record.ts'
import { authenticate, readCredentials } from '../../../http/request/authenticate.ts'
import { assertContentScope } from '../../../http/request/token-checks.ts'
import { randomKey } from '../../../platform/signer.ts'
import { Slot } from '../../../platform/slots.ts'
import type { Realm } from '../../../realms/realm.ts'
import { assertAllowedNetwork, assertOwnPage, sessionOf } from '../../../sessions/sessions.ts'

/** One kind of resumable uploads. */
interface TusUploads extends Pick<Protocol, 'path' | 'methods'> {
  /** The scope that tokens need. */
  scope: Scope
  maxBytes(app: App): number
  /** The uploads that the caller can access. Preflight requests of browsers have no caller. */
  open(app: App, realm: Realm, user: User | undefined): Promise<DataStore>
  /** Responds to the request that completes an upload. Without this, the response is that of any other chunk. */
  finish?(app: App, realm: Realm, user: User | undefined, id: string): Promise<string>
}

/** Resumable uploads: https://tus.io. */
export const tusProtocol = (uploads: TusUploads): Protocol => ({
  path: uploads.path,
  methods: uploads.methods,
  answer: async (app, exchange) => {
    const realm = await app.realms.byHost(exchange.headers.host ?? '')
    if (realm === undefined) throw apiError('organization-not-found')
    // Browsers send preflight requests without credentials.
    const user =
      exchange.method === 'OPTIONS' ? undefined : await callerOf(app, realm, exchange, uploads.scope)
    if (user !== undefined) await realm.decideFresh(() => assertNotPreview(realm.directory))
    const server = await serverFor(app, realm, user, uploads)
    await server.handle(exchange.request, exchange.response)
    recordResponse(app, exchange, exchange.response.statusCode)
  },
})

/** Authenticates by API key, token or browser session. */
async function callerOf(app: App, realm: Realm, exchange: Exchange, scope: Scope): Promise<User> {
  const { headers, address } = exchange
  const user =
    headers.authorization === undefined
      ? await browserUser(app, realm, headers)
      : await authenticate(app, realm, exchange, readCredentials(headers.authorization), false)
  assertContentScope(exchange.token, scope)
  await assertAllowedNetwork(realm, address)
  if (app.config.rateLimits) app.limiter.take('api', user.id)
  return user
}

async function browserUser(app: App, realm: Realm, headers: Exchange['headers']): Promise<User> {
  const session = await sessionOf(app, realm, headers)
  if (session === undefined) throw apiError('authentication-required')
  assertOwnPage(app, realm, headers)
  return await realm.decideFresh(() => {
    const user = realm.directory.users.get(session.userId)
    if (realm.directory.realm.deactivated || !user?.isActive)
      throw apiError('credentials-account-deactivated')
    return user
  })
}

/**
 * Serializes requests for one upload within this process; a conflicting write from another process gets an
 * error.
 */
const lockerSlot = new Slot<App, Locker>()

/** One server per request, because access depends on the caller. Loaded on the first request. */
async function serverFor(
  app: App,
  realm: Realm,
  user: User | undefined,
  { path, maxBytes, open, finish }: TusUploads,
): Promise<Server> {
  const { MemoryLocker, Server } = await import('@tus/server')
  const locker = app.slots.get(lockerSlot) ?? app.slots.set(lockerSlot, new MemoryLocker())
  const onUploadFinish: ServerOptions['onUploadFinish'] =
    finish &&
    (async (_request, upload) => ({
      status_code: 200,
      headers: { 'content-type': 'application/json' },
      body: await finish(app, realm, user, upload.id),
    }))
  return new Server({
    path,
    locker,
    datastore: await open(app, realm, user),
    maxSize: maxBytes(app),
    relativeLocation: true,
    namingFunction: () => randomKey(32),
    ...(onUploadFinish === undefined ? {} : { onUploadFinish }),
    onResponseError: (_request, error) => toErrorResponse(app, error),
  })
}

/** Formats our own errors as everywhere else; protocol errors keep their status. */
function toErrorResponse(app: App, error: Error | { status_code: number; body: string }) {
  if (error instanceof WireError) return { status_code: error.status, body: errorText(error) }
  if ('status_code' in error) return undefined
  app.logger.error({ err: error }, 'a resumable upload failed')
  const wire = toWireError(error)
  return { status_code: wire.status, body: errorText(wire) }
}
