import type { Visit } from '../../../pages/pages.ts'
import { cookie, cookieNames, readCookie } from '../../../sessions/cookies.ts'
import { nextOf } from '../sign-in/redirect-target.ts'

const validSeconds = 600

/** A login that has left for a provider. */
export interface StartedLogin {
  next: string
  /** Key of an invitation, if the person followed one. */
  key?: string | undefined
}

/** The values of a login while the browser is at the provider. */
interface LoginCookie<State> extends StartedLogin {
  realm: number
  provider: string
  until: number
  state: State
}

type Kind = 'openid' | 'saml'

function cookieOf({ realm }: Visit, kind: Kind) {
  const { secure } = cookieNames(realm.directory.url)
  return { name: `${secure ? '__Host-' : ''}loquat_${kind}`, secure }
}

/** The key of the invitation that the login follows. */
export const invitationKeyOf = ({ query }: Visit) => /^\w{1,100}$/.exec(query.get('key') ?? '')?.[0]

/** Keeps the state in the browser. Signed, so that an attacker cannot start a login for someone else. */
export function loginCookie<State>(visit: Visit, kind: Kind, provider: string, state: State): string {
  const { app, realm } = visit
  const value: LoginCookie<State> = {
    state,
    realm: realm.id,
    provider,
    next: shortNextOf(visit),
    key: invitationKeyOf(visit),
    until: app.clock.now() + validSeconds * 1_000,
  }
  const text = Buffer.from(JSON.stringify(value)).toString('base64url')
  const { name, secure } = cookieOf(visit, kind)
  return cookie(name, `${text}.${app.signer.sign(kind, text)}`, { secure, seconds: validSeconds })
}

/** The login that this browser started with the provider, if it is recent. */
export function startedLogin<State>(
  visit: Visit,
  kind: Kind,
  provider: string,
): (StartedLogin & { state: State }) | undefined {
  const { app, realm, headers } = visit
  const [text = '', signature = ''] = (readCookie(headers, cookieOf(visit, kind).name) ?? '').split('.')
  if (!app.signer.isSigned(kind, text, signature)) return undefined
  const login = JSON.parse(Buffer.from(text, 'base64url').toString()) as LoginCookie<State>
  const isOurs = login.realm === realm.id && login.provider === provider
  return isOurs && login.until > app.clock.now() ? login : undefined
}

export function clearedLoginCookie(visit: Visit, kind: Kind): string {
  const { name, secure } = cookieOf(visit, kind)
  return cookie(name, '', { secure, seconds: 0 })
}

/** Browsers drop cookies that are too long. */
function shortNextOf(visit: Visit): string {
  const next = nextOf(visit)
  return next.length > 1_000 ? '/' : next
}
