import { refuse, WireError } from '@loquat/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import type { User } from '../directory/directory.ts'
import { realmPicture } from '../features/realm-pictures/present.ts'
import { retryAfter, toWireError } from '../http/errors.ts'
import type { Fields } from '../http/form.ts'
import type { Realm } from '../realms/realm.ts'
import { assertOwnOrigin, sessionOf } from '../sessions/sessions.ts'
import { serveHelper } from './helper.ts'
import { type Html, html, layout, notice, type Problem, waiting } from './layout.ts'

/** A person who looks at a page. */
export interface Visit {
  app: App
  realm: Realm
  path: Record<string, string>
  query: URLSearchParams
  /** What they filled in. */
  form: Fields
  headers: FastifyRequest['headers']
  address: string
  /** Whoever is logged in, and with which session. */
  user: User | undefined
  sessionId: number | undefined
  /** Why the form they sent is shown to them again. */
  problem?: Problem
}

export type Shown =
  | { title: string; body: Html; status?: number }
  /** Somewhere else, perhaps with cookies. */
  | { goTo: string; cookies?: readonly string[] }

export interface Page {
  path: string
  show(visit: Visit): Shown | Promise<Shown>
  /** What happens when its form is sent. What it refuses is shown above the form. */
  submit?(visit: Visit): Shown | Promise<Shown>
}

export function servePages(app: App, server: FastifyInstance, pages: readonly Page[]): void {
  serveHelper(server)
  for (const page of pages) {
    server.get(page.path, async (request, reply) => {
      await answer(app, request, reply, (visit) => page.show(visit))
    })
    const { submit } = page
    if (submit === undefined) continue
    server.post(page.path, async (request, reply) => {
      await answer(app, request, reply, async (visit) => {
        assertOwnOrigin(request.headers)
        try {
          return await submit(visit)
        } catch (error) {
          if (!(error instanceof WireError) || error.kind === 'RecordNotFound') throw error
          const problem = problemOf(error)
          const shown = await page.show({ ...visit, problem })
          if ('goTo' in shown) return shown
          const wait = retryAfter(error)
          if (wait !== undefined) reply.header('retry-after', String(wait))
          return { ...shown, status: error.status, body: html`${notice(problem.text)}${shown.body}` }
        }
      })
    })
  }
}

function problemOf(error: WireError): Problem {
  const wait = retryAfter(error)
  if (error.kind === 'RateLimitHit' && wait !== undefined)
    return { field: undefined, text: html`That was tried too often. Try again in ${waiting(wait)}.` }
  const named = /^(\w+): /.exec(error.message)?.[1]
  return {
    field: error.kind === 'AuthenticationFailed' ? 'password' : named,
    text: html`${sentence(error)}`,
  }
}

/** People do not need the name of the parameter. */
const sentence = ({ message }: WireError) => {
  const text = message.replace(/^\w+: /, '')
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

async function answer(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  act: (visit: Visit) => Shown | Promise<Shown>,
): Promise<void> {
  reply
    .header(
      'content-security-policy',
      "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    )
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
  let icon: string | undefined
  try {
    const visit = await visitOf(app, request)
    icon = iconOf(visit.realm)
    const shown = await act(visit)
    if ('goTo' in shown) {
      for (const one of shown.cookies ?? []) reply.header('set-cookie', one)
      await reply.redirect(shown.goTo, 303)
      return
    }
    await reply
      .code(shown.status ?? 200)
      .type('text/html; charset=utf-8')
      .send(layout(shown.title, shown.body, icon))
  } catch (thrown) {
    const error = toWireError(thrown)
    if (error.status >= 500)
      app.logger.error({ err: thrown, url: request.url.split('?')[0] }, 'a page failed')
    await reply
      .code(error.status)
      .type('text/html; charset=utf-8')
      .send(layout('This did not work', html`<p>${sentence(error)}</p>`, icon))
  }
}

/** Its own picture; ours is drawn by the page. */
function iconOf({ directory }: Realm): string | undefined {
  const { url, source } = realmPicture(directory.realm, 'icon')
  return source === 'U' ? url : undefined
}

async function visitOf(app: App, request: FastifyRequest): Promise<Visit> {
  const realm = await app.realms.byHost(request.headers.host ?? '')
  if (realm === undefined) throw refuse('NonexistentSubdomain', 'There is no organization at this address.')
  const session = await sessionOf(app, realm, request.headers)
  const account = realm.directory.users.get(session?.userId ?? 0)
  const isWelcome = account?.isActive && !realm.directory.realm.deactivated
  return {
    app,
    realm,
    path: request.params as Record<string, string>,
    query: new URLSearchParams(typeof request.query === 'string' ? request.query : ''),
    form: request.body instanceof Map ? (request.body as Fields) : new Map(),
    headers: request.headers,
    address: request.ip,
    user: isWelcome ? account : undefined,
    sessionId: isWelcome ? session?.id : undefined,
  }
}
