import { createSign } from 'node:crypto'
import { bodyWithReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { providerKey } from './testing/keys.ts'
import { finishLogin, path, requestXml, startSamlLogin, url } from './testing/login.ts'
import { worldWith } from './testing/world.ts'

/** Logs in with a response of the provider, which does not look at the request. */
async function logIn({ provider, world }: Awaited<ReturnType<typeof worldWith>>) {
  const { browser, request } = await startSamlLogin(world, provider)
  const id = /ID="(_\w+)"/.exec(requestXml(request))?.[1] ?? ''
  const form = await provider.response({ id })
  const xml = Buffer.from(form.SAMLResponse, 'base64').toString()
  return { browser, xml, ...(await finishLogin(world, browser, form)) }
}

const sha1 = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'

describe('A SAML message is refused', () => {
  it('if it is signed over SHA-1 or MD5, however the algorithm is spelled', async () => {
    const weak = await worldWith({ algorithm: sha1 })
    const { provider } = weak
    const { browser, xml, answer, me } = await logIn(weak)
    expect(xml).toContain(sha1)
    expect([answer.status, me]).toMatchObject([401, bodyWithReason('session-missing')])
    const query = provider.logoutRequest()
    expect(query).toContain('rsa-sha1')
    expect((await browser.send(`GET ${query.slice(url.length) as '/'}`)).status).toBe(400)
    const fields = { SAMLRequest: provider.logoutRequest({}, 'post') }
    const origin = { origin: 'https://idp.example' }
    expect((await browser.send(`POST ${path}/logout`, fields, origin)).status).toBe(400)

    for (const [algorithm, status] of [
      ['http://www.w3.org/2001/04/xmldsig-more#rsa-md5', 400],
      ['http://www.w3.org/2000/09/xmldsig#RSA-SHA1', 400],
      ['http://www.w3.org/2000/09/xmldsig#sha1', 400],
      ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha512', 303],
    ] as const) {
      const request = /SAMLRequest=[^&]*/.exec(provider.logoutRequest())?.[0] ?? ''
      const signed = `${request}&SigAlg=${encodeURIComponent(algorithm)}`
      const hash = algorithm.replace(/.*#/, '')
      const signature = createSign(hash).update(signed).sign(providerKey.privateKey, 'base64')
      const address = `${path}/logout?${signed}&Signature=${encodeURIComponent(signature)}`
      expect((await browser.send(`GET ${address as '/'}`)).status, algorithm).toBe(status)
    }
  })

  it('if an encrypted assertion is signed over SHA-1, or encrypted so that it can be guessed', async () => {
    const encryption = 'http://www.w3.org/2001/04/xmlenc#'
    for (const [name, options] of [
      ['SHA-1', { algorithm: sha1 }],
      ['PKCS #1', { encryption: { keyEncryptionAlgorithm: `${encryption}rsa-1_5` } }],
      ['Triple DES', { encryption: { dataEncryptionAlgorithm: `${encryption}tripledes-cbc` } }],
    ] as const) {
      const { xml, answer, me } = await logIn(
        await worldWith({ signs: 'assertion', encrypts: true, ...options }),
      )
      expect(xml, name).toContain('EncryptedAssertion')
      for (const used of Object.values('encryption' in options ? options.encryption : {})) {
        expect(xml, name).toContain(used)
      }
      expect([answer.status, me], name).toMatchObject([401, bodyWithReason('session-missing')])
    }
  })
})
