import { Browser, bodyWithReason, castPassword, createMailbox, createWorld, keyOfLink } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { createOrganization } from '../realm-lifecycle/create.ts'
import { refreshSamlMetadata } from './jobs.ts'
import { startIdentityProvider } from './testing/identity-provider.ts'
import { otherProviderKey, ownKey, providerKey } from './testing/keys.ts'
import {
  at,
  finishLogin,
  logInBySaml,
  path,
  requestXml,
  startSamlLogin,
  submitForm,
  url,
} from './testing/login.ts'

const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'

describe('Logging in with a SAML provider', () => {
  it('finds the account by its address, later by its NameID, and creates accounts that may be', async () => {
    const provider = await startIdentityProvider()
    const mailbox = await createMailbox()
    const config = {
      url,
      samlProviders: [provider.config],
      samlKey: ownKey,
      smtpUrl: mailbox.smtpUrl,
      webApp: true,
    }
    const world = await createWorld({ config, quiet: true })
    const { alice, bob, carol, dave } = world

    provider.account = { nameId: 'c-1', format: persistent, attributes: { mail: 'Carol@EXAMPLE.com' } }
    const first = await logInBySaml(world, provider, { query: '?next=%2F%23inbox' })
    expect(first.answer.headers.get('location')).toBe('/#inbox')
    expect(first.me).toMatchObject({ user_id: carol.id })
    expect([...first.browser.cookies.keys()].sort()).toEqual([
      '__Host-loquat_csrf',
      '__Host-loquat_known',
      '__Host-loquat_session',
      'loquat_first_login',
      'loquat_organizations',
    ])
    expect((await alice.api.getAuditLog({ kinds: ['login.succeeded'] })).entries[0]).toMatchObject({
      target_id: carol.id,
    })
    provider.account = { nameId: 'c-1', format: persistent, attributes: { mail: dave.email } }
    const second = await logInBySaml(world, provider, { query: '?next=https://evil.example/' })
    expect(second.me).toMatchObject({ user_id: carol.id })
    expect(second.answer.headers.get('location')).toBe('/')

    // A transient NameID is no identity.
    provider.account = { nameId: 't-1', format: transient, attributes: { mail: dave.email } }
    expect((await logInBySaml(world, provider)).me).toMatchObject({ user_id: dave.id })
    provider.account = { nameId: 't-1', format: transient }
    expect((await logInBySaml(world, provider)).answer.text).toContain('permanent ID')

    provider.account = { nameId: 'nobody@example.com' }
    const nobody = await logInBySaml(world, provider)
    expect(nobody.answer.status).toBe(401)
    expect(nobody.answer.text).toContain('There is no account for nobody@example.com here.')

    const { invite_link } = await bob.api.createInvitationLink({})
    const link = keyOfLink(invite_link)
    expect((await new Browser(world).send(`GET /join/${link}/`)).text).toContain(`href="${path}?key=${link}"`)
    provider.account = {
      nameId: 'ivy@example.com',
      attributes: { 'urn:oid:2.5.4.42': 'Ivy', 'urn:oid:2.5.4.4': 'Vine & Co' },
    }
    const joined = await logInBySaml(world, provider, { query: `?key=${link}` })
    expect(joined.me).toMatchObject({ role: 400, full_name: 'Ivy Vine & Co', email: 'ivy@example.com' })
    expect(joined.answer.headers.get('location')).toBe('/')

    await bob.api.deactivateUser({ user_id: carol.id })
    provider.account = { nameId: 'c-1', format: persistent }
    expect((await logInBySaml(world, provider)).answer.text).toContain('This account has been deactivated.')
  })

  it('is offered on the login page and to clients, with metadata for the provider', async () => {
    const provider = await startIdentityProvider()
    const world = await createWorld({ config: { url, samlProviders: [provider.config], samlKey: ownKey } })
    const { alice, anyone } = world
    expect((await anyone.getServerSettings()).external_authentication_methods).toEqual([
      {
        name: 'saml:acme',
        display_name: 'Work & Co',
        display_icon: null,
        login_url: path,
        signup_url: path,
      },
    ])
    const browser = new Browser(world)
    expect((await browser.send('GET /login?next=/x')).text).toContain(`href="${path}?next=%2Fx"`)
    const metadata = await browser.send(`GET ${path}/metadata`)
    expect(metadata.headers.get('content-type')).toContain('application/samlmetadata+xml')
    expect(metadata.text).toContain(`entityID="${url}${path}/metadata"`)
    expect(metadata.text.match(/<KeyDescriptor use="(signing|encryption)">/g)).toHaveLength(2)

    await alice.api.updateRealm({ authentication_methods: { Email: true, SAML: false } })
    expect((await browser.send('GET /login')).text).not.toContain('saml')
    for (const page of ['', '/metadata', '/finish?login=x', '/logout?SAMLRequest=x'] as const) {
      expect((await browser.send(`GET ${path}${page}`)).status, page).toBe(404)
    }
    expect((await browser.send(`POST ${path}/response`, { SAMLResponse: 'x' })).status).toBe(404)
  })

  it('accepts a signature of the assertion or the response, and decrypts assertions', async () => {
    for (const [signs, encrypts] of [
      ['assertion', false],
      ['response', false],
      ['both', false],
      ['assertion', true],
    ] as const) {
      const provider = await startIdentityProvider({ signs, encrypts })
      const world = await createWorld({ config: { url, samlProviders: [provider.config], samlKey: ownKey } })
      provider.account = { nameId: world.carol.email }
      const { me, form } = await logInBySaml(world, provider)
      expect(me, `${signs} ${encrypts}`).toMatchObject({ user_id: world.carol.id })
      const xml = Buffer.from(form.SAMLResponse, 'base64').toString()
      expect(xml.includes('EncryptedAssertion')).toBe(encrypts)
      expect(xml.includes(world.carol.email)).toBe(!encrypts)
    }
  })

  it('works without metadata and keys, by explicit settings', async () => {
    const provider = await startIdentityProvider({ signs: 'assertion' })
    const metadata = {
      entityId: `${provider.origin}/metadata`,
      entryPoint: `${provider.origin}/sso`,
      logoutUrl: undefined,
      certificates: [otherProviderKey, providerKey].map(({ certificate }) =>
        certificate.replace(/-----[A-Z ]+-----|\s/g, ''),
      ),
    }
    const world = await createWorld({ config: { url, samlProviders: [{ ...provider.config, metadata }] } })
    provider.account = { nameId: world.carol.email }
    const { browser, request } = await startSamlLogin(world, provider)
    expect(request).not.toContain('Signature')
    await expect(provider.respond(request)).rejects.toThrow()
    const id = /ID="(_\w+)"/.exec(requestXml(request))?.[1] ?? ''
    const { me } = await finishLogin(world, browser, await provider.response({ id }))
    expect(me).toMatchObject({ user_id: world.carol.id })
    const csrf = { 'x-csrf-token': browser.cookies.get('__Host-loquat_csrf') ?? '' }
    const loggedOut = await browser.send('DELETE /json/sessions/current', {}, csrf)
    expect(loggedOut.body).toEqual({ result: 'success', msg: '' })
  })

  it('keeps the last good metadata, and learns of new certificates', async () => {
    const provider = await startIdentityProvider()
    const world = await createWorld({
      config: { url, samlProviders: [provider.config], samlKey: ownKey },
      quiet: true,
    })
    const { metadata } = provider
    provider.account = { nameId: world.carol.email }
    provider.metadata = '<EntityDescriptor/>'
    const early = await new Browser(world).send(`GET ${path}`)
    expect(early.status).toBe(400)
    expect(early.text).toContain('reach Work &amp; Co')

    provider.metadata = metadata
    expect((await logInBySaml(world, provider)).me).toMatchObject({ user_id: world.carol.id })
    const certificate = (key: typeof ownKey) => key.certificate.replace(/-----[A-Z ]+-----|\s/g, '')
    for (const broken of [
      '',
      `<!DOCTYPE x [<!ENTITY e "x">]>${metadata}`,
      metadata.replace(/HTTP-Redirect/g, 'SOAP'),
      metadata.replaceAll(/http:\/\/127.0.0.1/g, 'http://idp.example'),
      metadata.replace(certificate(providerKey), 'AAAA'),
      `<md:EntitiesDescriptor>${metadata}${metadata}</md:EntitiesDescriptor>`,
      metadata + ' '.repeat(1_100_000),
    ]) {
      provider.metadata = broken
      await refreshSamlMetadata.run(world.app, {})
      expect((await logInBySaml(world, provider)).me, broken.slice(0, 80)).toMatchObject({
        user_id: world.carol.id,
      })
    }
    const signed = metadata.replace(certificate(providerKey), certificate(otherProviderKey))
    const key = (use: string) =>
      `<md:KeyDescriptor use="${use}"><ds:X509Certificate>${certificate(providerKey)}</ds:X509Certificate></md:KeyDescriptor>`
    const role = `<md:SPSSODescriptor>${key('signing')}</md:SPSSODescriptor>`
    for (const [name, changed] of [
      ['another certificate', signed],
      ['one for encryption', signed.replace(/(<(?:\w+:)?IDPSSODescriptor[^>]*>)/, `$1${key('encryption')}`)],
      ['one of another role before', signed.replace(/<(?:\w+:)?IDPSSODescriptor/, `${role}$&`)],
      ['one of another role after', signed.replace(/<\/(?:\w+:)?IDPSSODescriptor>/, `$&${role}`)],
    ] as const) {
      provider.metadata = changed
      await refreshSamlMetadata.run(world.app, {})
      expect((await logInBySaml(world, provider)).answer.status, name).toBe(401)
    }
    provider.metadata = metadata
    await refreshSamlMetadata.run(world.app, {})
    expect((await logInBySaml(world, provider)).me).toMatchObject({ user_id: world.carol.id })
  })

  it('belongs to the browser that started it, and starts at the provider only where that is on', async () => {
    const provider = await startIdentityProvider()
    const open = { ...provider.config, name: 'open', idpInitiated: true }
    const samlProviders = [provider.config, open]
    const world = await createWorld({ config: { url, samlProviders, samlKey: ownKey }, quiet: true })
    provider.account = { nameId: world.carol.email }
    const { request } = await startSamlLogin(world, provider)
    const stranger = (await startSamlLogin(world, provider)).browser
    const stolen = await finishLogin(world, stranger, await provider.respond(request))
    expect(stolen.answer.text).toContain('started in another window')
    expect(stolen.me).toMatchObject(bodyWithReason('session-missing'))
    const other = await startSamlLogin(world, provider)
    const withoutCookie = await finishLogin(world, new Browser(world), await provider.respond(other.request))
    expect(withoutCookie.answer.status).toBe(400)
    const late = await startSamlLogin(world, provider)
    const form = await provider.respond(late.request)
    world.clock.advance(601)
    expect((await finishLogin(world, late.browser, form)).me).toMatchObject(bodyWithReason('session-missing'))
    world.clock.advance(-601)

    const slow = await startSamlLogin(world, provider)
    const next = (await submitForm(world, await provider.respond(slow.request))).headers.get('location')
    world.clock.advance(121)
    expect((await slow.browser.send(`GET ${next as '/'}`)).status).toBe(400)

    const unasked = await submitForm(world, { ...(await provider.response()), RelayState: '/recent' })
    expect(unasked.status).toBe(401)
    const browser = new Browser(world)
    provider.trust((await browser.send('GET /accounts/login/saml/open/metadata')).text)
    for (const [RelayState, next] of [
      ['/recent', '/recent'],
      ['https://evil.example/', '/'],
      ['//evil.example/', '/'],
    ] as const) {
      const { answer, me } = await finishLogin(world, new Browser(world), {
        ...(await provider.response()),
        RelayState,
      })
      expect(me).toMatchObject({ user_id: world.carol.id })
      expect(answer.headers.get('location'), RelayState).toBe(next)
    }
    // A verified login is for one provider and organization.
    await createOrganization(world.app, {
      subdomain: 'acme',
      name: 'Acme',
      owner: { email: world.carol.email, fullName: 'Carol', password: castPassword },
    })
    const verified = async () =>
      (await submitForm(world, await provider.response())).headers.get('location') ?? ''
    expect((await at(world, await verified())).status).toBe(400)
    const elsewhere = (await verified()).replace('/open/', '/acme/')
    expect((await new Browser(world).send(`GET ${elsewhere as '/'}`)).status).toBe(400)
    expect((await new Browser(world).send(`GET ${(await verified()) as '/'}`)).status).toBe(303)
    const refused = await provider.response({}, (values) => {
      values.status = 'urn:oasis:names:tc:SAML:2.0:status:RequestDenied'
    })
    expect((await submitForm(world, refused)).text).toContain('Work &amp; Co said: RequestDenied')
  })
})
