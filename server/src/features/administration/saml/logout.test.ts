import { castPassword, createWorld } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { createOrganization } from '../realm-lifecycle/create.ts'
import { type ProviderOptions, startIdentityProvider } from './testing/identity-provider.ts'
import { otherProviderKey, ownKey } from './testing/keys.ts'
import { at, logInBySaml, path, url } from './testing/login.ts'
import type { ResponseValues } from './testing/messages.ts'

async function worldWithSession(options: ProviderOptions = {}) {
  const provider = await startIdentityProvider(options)
  const world = await createWorld({
    config: { url, samlProviders: [provider.config], samlKey: ownKey },
    quiet: true,
  })
  provider.account = { nameId: world.carol.email }
  const { browser } = await logInBySaml(world, provider)
  const isLoggedIn = async () => (await browser.send('GET /json/users/me')).status === 200
  return { provider, world, browser, isLoggedIn }
}

/** The path of our page in an address. */
const pageOf = (address: string) => address.slice(url.length) as '/'

describe('Logging out with a SAML provider', () => {
  it('ends the session at the provider, too', async () => {
    const { provider, world, browser, isLoggedIn } = await worldWithSession()
    const csrf = { 'x-csrf-token': browser.cookies.get('__Host-loquat_csrf') ?? '' }
    const { body } = await browser.send('DELETE /json/sessions/current', {}, csrf)
    expect(await isLoggedIn()).toBe(false)
    const atProvider = await fetch(String(body.provider_logout_url), { redirect: 'manual' })
    expect(provider.loggedOut).toEqual([provider.account.nameId])
    const back = await browser.send(`GET ${pageOf(atProvider.headers.get('location') ?? '')}`)
    expect(back.headers.get('location')).toBe('/login')

    const second = await logInBySaml(world, provider)
    const page = await second.browser.send('POST /logout')
    expect(page.text).toMatch(/href="http:[^"]*\/slo\?SAMLRequest=[^"]*">Log out of Work &amp; Co, too</)
    expect(second.browser.cookies.has('__Host-loquat_session')).toBe(false)
  })

  it('ends the session that the provider names, and no other one', async () => {
    const { provider, world, browser, isLoggedIn } = await worldWithSession()
    const first = provider.logoutRequest()
    const second = await logInBySaml(world, provider)
    expect(first.startsWith(`${url}${path}/logout?`)).toBe(true)
    const answer = await browser.send(`GET ${pageOf(first)}`)
    expect(await isLoggedIn()).toBe(false)
    expect((await second.browser.send('GET /json/users/me')).status).toBe(200)
    expect((await fetch(answer.headers.get('location') ?? '')).status).toBe(200)
    expect(provider.confirmations).toBe(1)
    const { entries } = await world.alice.api.getAuditLog({ kinds: ['session.ended'] })
    expect(entries[0]).toMatchObject({
      target_id: world.carol.id,
      after: { sessions: 1, provider: 'acme' },
    })
    // A request counts once.
    expect((await browser.send(`GET ${pageOf(first)}`)).status).toBe(400)
  })

  it('needs a valid signature over the request that is read', async () => {
    const { provider, world, browser, isLoggedIn } = await worldWithSession()
    const { lastValues } = provider
    const genuine = provider.logoutRequest()
    const impostor = await startIdentityProvider({ key: otherProviderKey })
    impostor.trust((await browser.send(`GET ${path}/metadata`)).text)
    impostor.account = provider.account
    impostor.lastValues = lastValues
    const forged = impostor.logoutRequest()
    const part = (address: string, name: string) => new RegExp(`[?&](${name}=[^&]*)`).exec(address)?.[1] ?? ''
    const unsigned = `${path}/logout?${part(genuine, 'SAMLRequest')}`
    provider.account = { nameId: world.bob.email }
    const ofBob = provider.logoutRequest()
    provider.account = { nameId: world.carol.email }
    const bomb = Buffer.from(await deflated('<a>'.repeat(2_000_000))).toString('base64')
    for (const [name, address] of [
      ['unsigned', unsigned],
      ['of another provider', pageOf(forged)],
      ['with the signature of another', `${unsigned}&${part(ofBob, 'SigAlg')}&${part(ofBob, 'Signature')}`],
      ['twice', `${pageOf(ofBob)}&${part(genuine, 'SAMLRequest')}`],
      ['twice, escaped', `${pageOf(ofBob)}&%53AMLRequest=${part(genuine, 'SAMLRequest').slice(12)}`],
      ['too old', pageOf(provider.logoutRequest({ issuedAt: Date.now() - 800_000 }))],
      ['from the future', pageOf(provider.logoutRequest({ issuedAt: Date.now() + 200_000 }))],
      ['of another issuer', pageOf(provider.logoutRequest({ issuer: 'https://idp.evil.example' }))],
      ['with a comment', pageOf(provider.logoutRequest({ nameId: `${world.carol.email}<!-- -->` }))],
      ['with another name', pageOf(provider.logoutRequest({ nameId: '' }))],
      ['for another server', pageOf(provider.logoutRequest({ destination: 'https://other.example/logout' }))],
      ['a bomb', `${path}/logout?SAMLRequest=${encodeURIComponent(bomb)}&SigAlg=x&Signature=x`],
      ['noise', `${path}/logout?SAMLRequest=%00&SigAlg=%FF&Signature=x`],
    ] as const) {
      const { status, text } = await browser.send(`GET ${address as '/'}`)
      expect(status, name).toBe(400)
      expect(text, name).toContain('verify the logout request')
      expect(await isLoggedIn(), name).toBe(true)
    }
    const origin = { origin: 'https://idp.example' }
    const post = async (SAMLRequest: string, more = {}) =>
      (await browser.send(`POST ${path}/logout`, { SAMLRequest, ...more }, origin)).status
    const inForm = (change = {}) => provider.logoutRequest(change, 'post')
    for (const changed of [
      inForm({ nameId: `${world.carol.email}<!-- -->` }),
      inForm({ destination: 'https://other.example/logout' }),
      inForm({ issuer: 'https://idp.evil.example' }),
    ]) {
      expect(await post(changed)).toBe(400)
    }
    expect(await post(inForm(), { RelayState: 'x'.repeat(1_001) })).toBe(400)
    provider.account = { nameId: world.bob.email }
    const xml = Buffer.from(provider.logoutRequest({}, 'post'), 'base64').toString()
    provider.account = { nameId: world.carol.email }
    for (const changed of [
      '<a/>',
      xml.replace(world.bob.email, world.carol.email),
      xml.replace('</saml:NameID>', `</saml:NameID><saml:NameID>${world.carol.email}</saml:NameID>`),
      xml.replace(/<ds:Signature[\s\S]*<\/ds:Signature>/, '').replace(world.bob.email, world.carol.email),
    ]) {
      expect(await post(Buffer.from(changed).toString('base64')), changed).toBe(400)
    }
    expect(await isLoggedIn()).toBe(true)
    expect(await post(provider.logoutRequest({}, 'post'))).toBe(303)
    expect(await isLoggedIn()).toBe(false)
  })

  it('ends only sessions of the named person, provider and organization', async () => {
    const provider = await startIdentityProvider()
    const other = { ...provider.config, name: 'other' }
    const samlProviders = [provider.config, other]
    const world = await createWorld({ config: { url, samlProviders, samlKey: ownKey }, quiet: true })
    await createOrganization(world.app, {
      subdomain: 'acme',
      name: 'Acme',
      owner: { email: 'olga@example.com', fullName: 'Olga', password: castPassword },
    })
    const index = '_the-same-everywhere'
    const change = (values: ResponseValues) => {
      values.sessionIndex = index
    }
    provider.account = { nameId: world.carol.email }
    const { browser } = await logInBySaml(world, provider, { change })
    const isLoggedIn = async () => (await browser.send('GET /json/users/me')).status === 200

    // The same name and session, by another provider, in another organization, and the same session of somebody else.
    provider.trust((await browser.send('GET /accounts/login/saml/other/metadata')).text)
    const byOther = pageOf(provider.logoutRequest())
    expect(byOther).toContain('/saml/other/logout')
    expect((await browser.send(`GET ${byOther}`)).status).toBe(303)
    expect(await isLoggedIn()).toBe(true)
    const acme = url.replace('chat', 'acme.chat')
    provider.trust((await at(world, `${path}/metadata`)).text)
    const inOther = provider.logoutRequest()
    expect(inOther).toContain(`${acme}${path}/logout`)
    expect((await at(world, inOther.slice(acme.length))).status).toBe(303)
    expect(await isLoggedIn()).toBe(true)
    provider.trust((await browser.send(`GET ${path}/metadata`)).text)
    const ofBob = provider.logoutRequest({ nameId: world.bob.email })
    expect((await browser.send(`GET ${pageOf(ofBob)}`)).status).toBe(303)
    expect(await isLoggedIn()).toBe(true)
    expect((await browser.send(`GET ${pageOf(provider.logoutRequest())}`)).status).toBe(303)
    expect(await isLoggedIn()).toBe(false)
  })
})

async function deflated(text: string): Promise<Uint8Array> {
  const { deflateRawSync } = await import('node:zlib')
  return deflateRawSync(text)
}
