import { Browser, bodyWithReason, createWorld, type World } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { tidySignIn } from '../sign-in/jobs.ts'
import { partsOf, responseWrappings, wrappings } from './testing/attacks.ts'
import { startIdentityProvider, type TestIdentityProvider } from './testing/identity-provider.ts'
import { otherProviderKey, ownKey } from './testing/keys.ts'
import { finishLogin, logInBySaml, path, startSamlLogin, submitForm, url } from './testing/login.ts'
import type { ResponseValues } from './testing/messages.ts'
import { worldWith } from './testing/world.ts'

const encode = (xml: string) => Buffer.from(xml).toString('base64')
const decode = (base64: string) => Buffer.from(base64, 'base64').toString()

/** Starts a login, changes the provider's response on the way, and expects that nobody is logged in. */
async function expectRefused(
  world: World,
  provider: TestIdentityProvider,
  name: string,
  attack: (xml: string) => string | Promise<string>,
): Promise<void> {
  const { browser, request } = await startSamlLogin(world, provider)
  const form = await provider.respond(request)
  const changed = await attack(decode(form.SAMLResponse))
  const { answer, me } = await finishLogin(world, browser, { ...form, SAMLResponse: encode(changed) })
  expect(me, name).toMatchObject(bodyWithReason('session-missing'))
  expect(answer.status, name).toBe(401)
  expect(answer.text, name).toContain('verify the login from Work &amp; Co')
}

/** Documents that the provider signs, each with one mistake. */
function signedVariants(now: number): [string, Partial<ResponseValues>][] {
  const time = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
  const replacing = (from: string | RegExp, to: string): Partial<ResponseValues> => ({
    rewrite: (xml) => {
      expect(xml).toMatch(from)
      return xml.replace(from, to)
    },
  })
  const data = /(<saml:SubjectConfirmationData) NotOnOrAfter="[^"]*"/
  const conditions = /(<saml:Conditions NotBefore)="([^"]*)" NotOnOrAfter="([^"]*)"/
  return [
    ['issued later', replacing(/(<saml:Assertion [^>]*IssueInstant)="[^"]*"/, `$1="${time(3)}"`)],
    ['two subjects', replacing(/<saml:Subject>.*<\/saml:Subject>/, '$&$&')],
    ['another confirmation', replacing('cm:bearer', 'cm:sender-vouches')],
    ['a confirmation that begins', replacing('ConfirmationData', `$& NotBefore="${time(-1)}"`)],
    ['a confirmation that has ended', replacing(data, `$1 NotOnOrAfter="${time(-3)}"`)],
    ['a confirmation without an end', replacing(data, '$1')],
    ['valid later', replacing(conditions, `$1="${time(3)}" NotOnOrAfter="$3"`)],
    ['valid until before', replacing(conditions, `$1="${time(-9)}" NotOnOrAfter="${time(-3)}"`)],
    ['without an end', replacing(conditions, '$1="$2"')],
    ['without conditions', replacing(/<saml:Conditions.*<\/saml:Conditions>/, '')],
    ['answers to two requests', replacing(/InResponseTo="[^"]*"/, 'InResponseTo="_another"')],
    ['a name that is empty', replacing(/(<saml:NameID[^>]*>)[^<]*/, '$1 ')],
    ['a name that is long', replacing(/(<saml:NameID[^>]*>)[^<]*/, `$1${'x'.repeat(2_001)}`)],
    ['a time that is none', replacing(/(<saml:Assertion [^>]*IssueInstant)="[^"]*"/, '$1="soon"')],
  ]
}

describe('A SAML response is refused', () => {
  it('if a signed assertion or response was wrapped into another one', async () => {
    const { provider, world } = await worldWith({ signs: 'assertion' })
    const [from, to] = [world.carol.email, world.alice.email]
    expect((await logInBySaml(world, provider)).me).toMatchObject({ user_id: world.carol.id })
    const count = wrappings('', '', '').length
    for (let n = 0; n < count; n++) {
      await expectRefused(world, provider, `wrapping ${n}`, (xml) => {
        const [name, changed] = wrappings(xml, from, to)[n] ?? ['', '']
        expect(changed, name).toContain(to)
        return changed
      })
    }
    const whole = await startIdentityProvider({ signs: 'response' })
    whole.account = provider.account
    const other = await createWorld({
      config: { url, samlProviders: [whole.config], samlKey: ownKey },
      quiet: true,
    })
    for (let n = 0; n < responseWrappings('', '', '').length; n++) {
      await expectRefused(
        other,
        whole,
        `wrapping of the response ${n}`,
        (xml) => (responseWrappings(xml, from, to)[n] ?? ['', ''])[1],
      )
    }
    // Its signature does not need the ID of the assertion, by which we recognize that it is used again.
    const { me } = await logInBySaml(other, whole, {
      change: (values) => {
        values.rewrite = (xml) => xml.replace(/(<saml:Assertion [^>]*?) ID="[^"]*"/, '$1')
      },
    })
    expect(me).toMatchObject(bodyWithReason('session-missing'))
  })

  it('if it is not signed where it counts', async () => {
    const { provider, world } = await worldWith({ signs: 'both' })
    const { alice, carol } = world
    const unsigned = (xml: string) => xml.replaceAll(/<ds:Signature[\s\S]*?<\/ds:Signature>/g, '')
    await expectRefused(world, provider, 'unsigned', unsigned)
    await expectRefused(world, provider, 'changed', (xml) => xml.replace(carol.email, alice.email))
    await expectRefused(world, provider, 'signed, with another assertion', (xml) => {
      const { assertion, unsigned: plain } = partsOf(xml)
      return xml.replace(assertion, plain.replace(carol.email, alice.email))
    })
    await expectRefused(world, provider, 'unsigned but encrypted', async (xml) => {
      const encrypted = decode(await provider.encrypt(unsigned(xml)))
      expect(encrypted).toContain('EncryptedAssertion')
      return encrypted
    })
    await expectRefused(world, provider, 'an empty signature', (xml) =>
      unsigned(xml).replace(
        '</saml:Issuer>',
        '</saml:Issuer><ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"/>',
      ),
    )
    await expectRefused(world, provider, 'with SHA-1', (xml) =>
      xml.replaceAll('xmldsig-more#rsa-sha256', 'xmldsig#rsa-sha1'),
    )
  })

  it('if a comment cuts the name short', async () => {
    const { provider, world } = await worldWith({ signs: 'assertion' })
    const { alice } = world
    provider.account = { nameId: `${alice.email}.evil.example` }
    const cut = (xml: string) => xml.replace(`${alice.email}.evil`, `${alice.email}<!-- -->.evil`)
    for (const [name, attack] of [
      ['a comment', cut],
      ['CDATA', (xml: string) => xml.replace('.evil.example', '<![CDATA[.evil.example]]>')],
      ['a processing instruction', (xml: string) => xml.replace('.evil.example', '<?x?>.evil.example')],
      ['one outside the signed part', (xml: string) => xml.replace('<samlp:Status>', '<?x?>$&')],
    ] as const) {
      await expectRefused(world, provider, name, attack)
    }
    await expectRefused(world, provider, 'an encrypted comment', async (xml) =>
      decode(await provider.encrypt(cut(xml))),
    )
  })

  it('if it was used before, also by requests at the same time', async () => {
    const { provider, world } = await worldWith()
    const { browser, form } = await logInBySaml(world, provider)
    expect((await finishLogin(world, new Browser(world), form)).answer.status).toBe(401)
    expect((await finishLogin(world, browser, form)).answer.status).toBe(401)

    const next = await startSamlLogin(world, provider)
    const again = await provider.respond(next.request)
    const answers = await Promise.all([1, 2, 3].map(() => submitForm(world, again)))
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 401, 401])
    // Another response to the same request.
    expect((await submitForm(world, await provider.respond(next.request))).status).toBe(401)
    const finish = answers.find(({ status }) => status === 303)?.headers.get('location') as '/'
    expect((await next.browser.send(`GET ${finish}`)).status).toBe(303)
    expect((await next.browser.send(`GET ${finish}`)).status).toBe(400)

    // Without a request, only the assertion can be recognized, for as long as it is valid.
    const open = await startIdentityProvider({ provider: { idpInitiated: true } })
    const other = await createWorld({ config: { url, samlProviders: [open.config] }, quiet: true })
    open.account = { nameId: other.carol.email }
    open.trust((await new Browser(other).send(`GET ${path}/metadata`)).text)
    const unasked = await open.response({}, (values) => {
      values.validUntil += 600_000
    })
    expect((await submitForm(other, unasked)).status).toBe(303)
    expect((await submitForm(other, unasked)).status).toBe(401)
    other.clock.advance(9 * 60)
    await tidySignIn.run(other.app, {})
    expect((await submitForm(other, unasked)).status).toBe(401)
  })

  it('if it is for somebody else, from somebody else, or for another time', async () => {
    const { provider, world } = await worldWith()
    // The address alone would find the account, whatever the name is.
    provider.account.attributes = { mail: world.carol.email }
    const now = Date.now()
    const minute = 60_000
    for (const [name, change] of [
      ['another audience', { audience: 'https://chat.other.example/accounts/login/saml/acme/metadata' }],
      ['another recipient', { recipient: 'https://evil.example/response' }],
      ['another destination', { destination: 'https://evil.example/response' }],
      ['another issuer', { issuer: 'https://idp.evil.example' }],
      ['expired', { issuedAt: now - 8 * minute, validUntil: now - 3 * minute }],
      ['not yet valid', { issuedAt: now + 5 * minute }],
      ['old but valid for long', { issuedAt: now - 20 * minute, validUntil: now + 999 * minute }],
      ['an answer to another request', { inResponseTo: '_another' }],
      ['an answer to no request', { inResponseTo: undefined }],
      ...signedVariants(now),
    ] satisfies [string, Partial<ResponseValues>][]) {
      const { me } = await logInBySaml(world, provider, { change: (values) => Object.assign(values, change) })
      expect(me, name).toMatchObject(bodyWithReason('session-missing'))
    }
    // By our clock, which the library does not know.
    world.clock.advance(9 * 60)
    const end = /(<saml:SubjectConfirmationData) NotOnOrAfter="[^"]*"/
    const late = new Date(now + 30 * minute).toISOString()
    const { me: tooLate } = await logInBySaml(world, provider, {
      change: (values) => {
        values.rewrite = (xml) => xml.replace(end, `$1 NotOnOrAfter="${late}"`)
      },
    })
    expect(tooLate).toMatchObject(bodyWithReason('session-missing'))
    world.clock.advance(-18 * 60)
    const early = { issuedAt: now - 9 * minute, validUntil: now + 5 * minute }
    const begins = /(<saml:Conditions NotBefore)="[^"]*"/
    const rewrite = (xml: string) => xml.replace(begins, `$1="${new Date(now).toISOString()}"`)
    const { me: tooEarly } = await logInBySaml(world, provider, {
      change: (values) => Object.assign(values, early, { rewrite }),
    })
    expect(tooEarly).toMatchObject(bodyWithReason('session-missing'))
    world.clock.advance(9 * 60)
    // A little skew of clocks is accepted.
    const skewed = { issuedAt: now + minute / 2 }
    const { me } = await logInBySaml(world, provider, { change: (values) => Object.assign(values, skewed) })
    expect(me).toMatchObject({ user_id: world.carol.id })
  })

  it('if another provider signed it', async () => {
    const genuine = await startIdentityProvider()
    const impostor = await startIdentityProvider({ key: otherProviderKey, provider: { name: 'evil' } })
    const config = { url, samlProviders: [genuine.config, impostor.config], samlKey: ownKey }
    const world = await createWorld({ config, quiet: true })
    impostor.account = { nameId: world.alice.email }
    const { browser, request } = await startSamlLogin(world, genuine)
    impostor.trust((await browser.send('GET /accounts/login/saml/acme/metadata')).text)
    for (const issuer of [`${genuine.origin}/metadata`, `${impostor.origin}/metadata`]) {
      await genuine.respond(request)
      const id = genuine.lastValues?.inResponseTo ?? ''
      const form = await impostor.response({ id }, (values) => Object.assign(values, { issuer }))
      expect((await finishLogin(world, browser, form)).me, issuer).toMatchObject(
        bodyWithReason('session-missing'),
      )
      const elsewhere = form.action.replace('/acme/', '/evil/')
      expect((await submitForm(world, { ...form, action: elsewhere })).status, issuer).toBe(401)
    }
  })

  it('if it has a document type, is too large or no response at all', async () => {
    const { provider, world } = await worldWith()
    const doctype = (declared: string) => (xml: string) =>
      `<?xml version="1.0"?><!DOCTYPE x [${declared}]>${xml.replace(world.carol.email, '&e;')}`
    for (const [name, attack] of [
      ['an internal entity', doctype(`<!ENTITY e "${world.alice.email}">`)],
      ['an external entity', doctype('<!ENTITY e SYSTEM "file:///etc/passwd">')],
      ['growing entities', doctype('<!ENTITY a "aaaa"><!ENTITY e "&a;&a;&a;&a;">')],
      [
        'many elements',
        (xml: string) => xml.replace('</samlp:Status>', `${'<a/>'.repeat(11_000)}</samlp:Status>`),
      ],
      ['a deep document', () => `${'<a>'.repeat(9_000)}${'</a>'.repeat(9_000)}`],
      ['too long', (xml: string) => xml + ' '.repeat(80_000)],
      ['a request', () => '<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"/>'],
      ['half a document', (xml: string) => xml.slice(0, 900)],
      ['no XML', () => 'hello'],
      ['zeros', (xml: string) => `${xml}\0`],
      ['nothing', () => ''],
    ] as const) {
      await expectRefused(world, provider, name, attack)
    }
    const { action } = await provider.response()
    expect((await submitForm(world, { action, SAMLResponse: '%%%' })).status).toBe(401)
    expect((await submitForm(world, { action, SAMLResponse: 'A'.repeat(200_000) })).status).toBe(413)
  })

  it('if its sender has tried too often, and so are logout requests', async () => {
    const provider = await startIdentityProvider()
    const config = { url, samlProviders: [provider.config], rateLimits: true }
    const world = await createWorld({ config, quiet: true })
    const form = { action: `${url}${path}/response`, SAMLResponse: 'x' }
    for (let n = 0; n < 100; n++) expect((await submitForm(world, form)).status).toBe(401)
    expect((await submitForm(world, form)).status).toBe(429)
    expect((await new Browser(world).send(`GET ${path}/logout?SAMLRequest=x`)).status).toBe(429)
  })
})
