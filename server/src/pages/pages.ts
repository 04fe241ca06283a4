import { apiError, WireError } from '@loquat/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import type { User } from '../directory/directory.ts'
import { isAllowedAddress } from '../directory/sign-in-policy.ts'
import { retryAfter, toWireError } from '../http/reply/errors.ts'
import type { Fields } from '../http/request/form.ts'
import type { Site } from '../http/server.ts'
import { Html, html } from '../platform/html.ts'
import { identifyCaller } from '../platform/work-context.ts'
import { realmPicture } from '../realms/pictures.ts'
import type { Realm } from '../realms/realm.ts'
import { cookie, cookieNames } from '../sessions/cookies.ts'
import { assertOwnOrigin, sessionOf } from '../sessions/sessions.ts'
import { escapeHtml } from '../text.ts'
import { languageOfOrganization } from '../texts/reader.ts'
import { reasonText } from '../texts/reasons.ts'
import type { Language } from '../texts/texts.ts'
import { serveFont } from './font.ts'
import { serveHelper } from './helper.ts'
import { languageCookie, languageWanted } from './language.ts'
import { languageChoice, layout, notice, type Problem, waiting } from './layout.ts'
import { type PageText, textsIn } from './texts.ts'

/** A request for a page. */
export interface Visit {
  app: App
  realm: Realm
  path: Record<string, string>
  query: URLSearchParams
  /** The query as it was sent, for signatures over it. */
  rawQuery: string
  /** The submitted form. */
  form: Fields
  headers: FastifyRequest['headers']
  address: string
  /** The logged-in user and their session. */
  user: User | undefined
  sessionId: number | undefined
  language: Language
  /** The language that the visitor chose or prefers; undefined if it is only the organization's default. */
  languageWanted: Language | undefined
  text: PageText
  /** Why the submitted form is shown again. */
  problem?: Problem
}

export type Shown =
  | {
      title: Html
      body: Html
      status?: number
      cookies?: readonly string[]
      /** The address of another site that submitting the form redirects to. */
      formTarget?: string
    }
  /** A redirect, possibly with cookies. */
  | { goTo: string; cookies?: readonly string[] }
  /** A document for programs. */
  | { content: string; type: string; cookies?: readonly string[] }

export interface Page {
  path: string
  show(visit: Visit): Shown | Promise<Shown>
  /** Handles the submitted form. Errors are shown above the form. */
  submit?(visit: Visit): Shown | Promise<Shown>
  /** Other sites may submit the form, which proves by itself where it comes from. */
  isForOtherSites?: true
}

/** The pages as a site. The web app has its own page at the root. */
export const pageSite = (pages: readonly Page[]): Site => ({
  serve: (app, server) =>
    servePages(app, server, app.config.webApp ? pages.filter(({ path }) => path !== '/') : pages),
})

function servePages(app: App, server: FastifyInstance, pages: readonly Page[]): void {
  serveHelper(server)
  serveFont(server)
  for (const page of pages) {
    server.get(page.path, async (request, reply) => {
      await answer(app, request, reply, (visit) => page.show(visit))
    })
    const { submit } = page
    if (submit === undefined) continue
    server.post(page.path, async (request, reply) => {
      await answer(app, request, reply, async (visit) => {
        if (!page.isForOtherSites) assertOwnOrigin(request.headers)
        try {
          return await submit(visit)
        } catch (error) {
          if (!(error instanceof WireError) || error.kind === 'RecordNotFound') throw error
          const problem = problemOf(error, visit)
          const shown = await page.show({ ...visit, problem })
          if (!('body' in shown)) return shown
          const wait = retryAfter(error)
          if (wait !== undefined) reply.header('retry-after', String(wait))
          return { ...shown, status: error.status, body: html`${notice(problem.text)}${shown.body}` }
        }
      })
    })
  }
}

function problemOf(error: WireError, { text, language }: Visit): Problem {
  const wait = retryAfter(error)
  if (error.kind === 'RateLimitHit' && wait !== undefined)
    return { field: undefined, text: text('tooOften', { wait: waiting(language, wait) }) }
  return {
    field: error.parameter ?? (error.kind === 'AuthenticationFailed' ? 'password' : undefined),
    text: sentence(error, language),
  }
}

/** The error's sentence without the parameter name, which people do not need. */
export function sentence({ message, reason, params, parameter }: WireError, language: Language): Html {
  const text = reason === undefined ? message : reasonText(language, reason, params)
  // English sentences that follow the name of a parameter begin in lower case.
  const whole = parameter === undefined ? text : text.slice(0, 1).toUpperCase() + text.slice(1)
  return new Html(escapeHtml(whole))
}

/** Browsers apply `form-action` also to the redirect that follows a form. */
function contentPolicy(formTarget?: string): string {
  const target = formTarget === undefined ? '' : ` ${sourceOf(formTarget)}`
  return `default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src 'self'; font-src 'self'; connect-src 'self'; form-action 'self'${target}; frame-ancestors 'none'; base-uri 'none'`
}

/** The origin, or the scheme where policies cannot name an origin: of native apps, and of IPv6 addresses. */
function sourceOf(address: string): string {
  const { protocol, origin, hostname } = new URL(address)
  return /^https?:$/.test(protocol) && !hostname.startsWith('[') ? origin : protocol
}

async function answer(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  act: (visit: Visit) => Shown | Promise<Shown>,
): Promise<void> {
  reply
    .header('content-security-policy', contentPolicy())
    // For browsers that do not know `frame-ancestors`.
    .header('x-frame-options', 'DENY')
    .header('cache-control', 'no-store')
    // Addresses of pages contain keys.
    .header('referrer-policy', 'same-origin')
    .header('x-content-type-options', 'nosniff')
    .header('vary', 'accept-language, cookie')
  const query = queryOf(request)
  let [icon, language]: [string | undefined, Language] = [
    undefined,
    languageWanted(query, request.headers) ?? 'en',
  ]
  const page = (title: Html, body: Html) => {
    const text = textsIn(language)
    return layout(title, body, { language, icon, foot: languageChoice(text, language, query) })
  }
  try {
    const visit = await visitOf(app, request)
    identifyCaller(visit)
    icon = iconOf(visit.realm)
    language = visit.language
    if (query.has('language')) reply.header('set-cookie', languageKept(visit))
    const shown = await act(visit)
    for (const one of shown.cookies ?? []) reply.header('set-cookie', one)
    if ('goTo' in shown) {
      await reply.redirect(shown.goTo, 303)
      return
    }
    if ('content' in shown) {
      await reply.type(shown.type).send(shown.content)
      return
    }
    if (shown.formTarget !== undefined) {
      reply.header('content-security-policy', contentPolicy(shown.formTarget))
    }
    await reply
      .code(shown.status ?? 200)
      .type('text/html; charset=utf-8')
      .send(page(shown.title, shown.body))
  } catch (thrown) {
    const error = toWireError(thrown)
    const text = textsIn(language)
    if (error.status >= 500)
      app.logger.error({ err: thrown, url: request.url.split('?')[0] }, 'a page failed')
    await reply
      .code(error.status)
      .type('text/html; charset=utf-8')
      .send(page(text('failed'), html`<p>${sentence(error, language)}</p>`))
  }
}

/** The uploaded icon; the page draws the default one. */
function iconOf({ directory }: Realm): string | undefined {
  const { url, source } = realmPicture(directory.realm, 'icon')
  return source === 'U' ? url : undefined
}

const rawQueryOf = ({ query }: FastifyRequest) => (typeof query === 'string' ? query : '')
const queryOf = (request: FastifyRequest) => new URLSearchParams(rawQueryOf(request))

/** Remembers the chosen language. */
function languageKept({ realm, language }: Visit): string {
  const { secure } = cookieNames(realm.directory.url)
  return cookie(languageCookie, language, { secure, seconds: 365 * 24 * 60 * 60 })
}

async function visitOf(app: App, request: FastifyRequest): Promise<Visit> {
  const realm = await app.realms.byHost(request.headers.host ?? '')
  if (realm === undefined) throw apiError('organization-not-found')
  const session = await sessionOf(app, realm, request.headers)
  const account = realm.directory.users.get(session?.userId ?? 0)
  const isWelcome =
    account?.isActive && !realm.directory.realm.deactivated && isAllowedAddress(realm.directory, request.ip)
  const query = queryOf(request)
  const wanted = languageWanted(query, request.headers)
  const language = wanted ?? languageOfOrganization(realm.directory)
  return {
    app,
    realm,
    language,
    languageWanted: wanted,
    text: textsIn(language),
    path: request.params as Record<string, string>,
    query,
    rawQuery: rawQueryOf(request),
    form: request.body instanceof Map ? (request.body as Fields) : new Map(),
    headers: request.headers,
    address: request.ip,
    user: isWelcome ? account : undefined,
    sessionId: isWelcome ? session?.id : undefined,
  }
}
