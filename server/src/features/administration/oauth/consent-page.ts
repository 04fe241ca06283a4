import { apiError, maxTokenChannels, type Scope } from '@loquat/contract'
import type { Channel, User } from '../../../directory/directory.ts'
import type { Page, Shown, Visit } from '../../../pages/pages.ts'
import { Html, html } from '../../../platform/html.ts'
import { cookieNames, readCookie } from '../../../sessions/cookies.ts'
import {
  type AuthorizationRequest,
  answerAddress,
  checkRequest,
  type Recipient,
  receiveRequest,
} from './authorization.ts'
import { canConnectApps, grantAccess } from './consent.ts'
import { OAuthError } from './errors.ts'
import { authorizePath } from './metadata.ts'
import { broadestScopes } from './scopes.ts'

/** More channels than people read in a list. The settings of a token can name any. */
const maxListedChannels = 200
const logoSize = 48

type Received = { request: AuthorizationRequest } | { shown: Shown }

/** The checked request, or the page or redirect that says why it is invalid. */
async function receive(visit: Visit): Promise<Received> {
  const { app, realm, query } = visit
  // The choice of a language adds a parameter.
  const asked = new URLSearchParams(query)
  asked.delete('language')
  const received = await receiveRequest(app, realm, asked).catch((error: unknown) => {
    if (error instanceof OAuthError) throw apiError('app-request-invalid', { problem: error.message })
    throw error
  })
  try {
    return { request: checkRequest(realm, received) }
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    return { shown: answerWithError(visit, received.recipient, error) }
  }
}

/**
 * Sends an error to the app. Nobody has checked apps that registered themselves, so that an automatic redirect could lead from this server to
 * any site; people follow a link instead.
 */
function answerWithError(visit: Visit, recipient: Recipient, error: OAuthError): Shown {
  const { realm, text } = visit
  const goTo = answerAddress(realm, recipient, error)
  const { client, redirectUri } = recipient
  if (!client.registered_itself) return { goTo }
  return {
    title: text('connect.failed'),
    status: 400,
    body: html`<p>${text('connect.failedWhy', { app: client.name, problem: error.message })}</p>
      <p><a class="button plain" rel="noreferrer" href="${goTo}">${text('connect.back', { place: placeOf(redirectUri) })}</a></p>`,
  }
}

/** The host, or the scheme of a native app. */
function placeOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri)
  return protocol === 'https:' || protocol === 'http:' ? host : protocol
}

/** Binds the form to the session and to the request that the page shows. */
const formText = ({ realm, headers, rawQuery }: Visit) =>
  `${readCookie(headers, cookieNames(realm.directory.url).session) ?? ''}\n${rawQuery}`

const loginAddress = ({ rawQuery }: Visit) =>
  `/login?${new URLSearchParams({ next: `${authorizePath}?${rawQuery}` })}`

export const consentPage: Page = {
  path: authorizePath,

  show: async (visit) => {
    const received = await receive(visit)
    if ('shown' in received) return received.shown
    const { user } = visit
    if (user === undefined) return { goTo: loginAddress(visit) }
    return await showConsent(visit, user, received.request)
  },

  submit: async (visit) => {
    const { app, realm, user, form } = visit
    const received = await receive(visit)
    if ('shown' in received) return received.shown
    if (user === undefined) return { goTo: loginAddress(visit) }
    const { request } = received
    if (!app.signer.isSigned('consent', formText(visit), form.get('proof') ?? ''))
      throw apiError('app-consent-expired')
    if (form.get('decision') !== 'allow') {
      const denied = new OAuthError('access_denied', 'The person did not allow it.')
      return { goTo: answerAddress(realm, request, denied) }
    }
    const code = await grantAccess(app, realm, user.id, request, chosenChannels(visit))
    return { goTo: answerAddress(realm, request, { code }) }
  },
}

/** Null for no limit. */
function chosenChannels({ form }: Visit): number[] | null {
  if (form.get('channels') !== 'some') return null
  return [...form.keys()].flatMap((name) => {
    const [, id] = /^channel_(\d{1,15})$/.exec(name) ?? []
    return id === undefined ? [] : [Number(id)]
  })
}

async function showConsent(visit: Visit, user: User, request: AuthorizationRequest): Promise<Shown> {
  const { app, realm, text } = visit
  const { client, scopes, redirectUri } = request
  const { directory } = realm
  await realm.decideFresh(() => {
    if (!canConnectApps(directory, user)) throw apiError('app-authorize-denied')
  })
  const organization = directory.realm.name
  const proof = app.signer.sign('consent', formText(visit))
  const hasLogo = client.logo_url !== '' && app.config.imageProxy
  const hex = Buffer.from(client.logo_url).toString('hex')
  return {
    title: text('connect.title', { app: client.name }),
    formTarget: redirectUri,
    body: html`
    ${hasLogo && html`<p><img src="/external_content/${hex}" alt="" width="${logoSize}" height="${logoSize}"></p>`}
    ${client.description !== '' && html`<p>${client.description}</p>`}
    ${client.homepage_url !== '' && html`<p class="soft"><a rel="noreferrer" href="${client.homepage_url}">${client.homepage_url}</a></p>`}
    ${client.registered_itself && html`<p class="notice">${text('connect.unverified')}</p>`}
    <p>${text('connect.account', { name: user.fullName, email: user.deliveryEmail, organization })}</p>
    <p>${text('connect.asks')}</p>
    <ul>${broadestScopes(scopes).map((scope) => html`<li>${scopeText(visit, scope)}</li>`)}</ul>
    <form method="post"><input type="hidden" name="proof" value="${proof}">
    ${channelChoice(visit, user)}
    <p class="soft">${text('connect.never', { place: placeOf(redirectUri) })}</p>
    <div class="choice"><button name="decision" value="allow">${text('connect.allow')}</button>
    <button class="plain" name="decision" value="deny">${text('connect.deny')}</button></div></form>`,
  }
}

const scopeText = ({ text }: Visit, scope: Scope): Html => text(`connect.scope.${scope.replace(':', '.')}`)

function channelChoice({ realm, text, form }: Visit, user: User): Html | false {
  const channels = [...realm.directory.channels.values()]
    .filter((channel) => !channel.isArchived && channel.subscribers.get(user.id) !== undefined)
    .sort((a, b) => a.name.localeCompare(b.name))
    .slice(0, maxListedChannels)
  if (channels.length === 0) return false
  const checked = (isChecked: boolean) => new Html(isChecked ? ' checked' : '')
  const isLimited = form.get('channels') === 'some'
  const one = ({ id, name }: Channel) =>
    html`<label class="check"><input type="checkbox" name="channel_${id}"${checked(form.has(`channel_${id}`))}> #${name}</label>`
  return html`<details${new Html(isLimited ? ' open' : '')}><summary>${text('connect.channels')}</summary>
    <label class="check"><input type="radio" name="channels" value="all"${checked(!isLimited)}> ${text('connect.channels.all')}</label>
    <label class="check"><input type="radio" name="channels" value="some"${checked(isLimited)}> ${text('connect.channels.some', { max: String(maxTokenChannels) })}</label>
    <div class="list">${channels.map(one)}</div></details>`
}
