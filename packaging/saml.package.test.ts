import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Browser, createWorld } from '@loquat/devkit'
import { otherProviderKey, ownKey } from '@loquat/server/features/administration/saml/testing/keys.ts'
import { noMapping } from '@loquat/server/platform/mapping-config.ts'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { root } from './repository.ts'
import { ensureInstalled, systemPath } from './testing/debian-programs.ts'

const url = 'https://chat.orchard.example'
const path = '/accounts/login/saml/acme'
const origin = 'https://idp.orchard.example'

beforeAll(() => ensureInstalled({ xmlsec1: 'xmlsec1', make_metadata: 'python3-pysaml2' }), 300_000)

interface Answer {
  result: unknown
  error?: string
}

/** Runs commands of the provider, one at a time. */
class Provider {
  readonly folder: string
  readonly #process: ChildProcessWithoutNullStreams
  readonly #lines: AsyncIterator<string>

  constructor(folder: string) {
    this.folder = folder
    const program = join(root, 'packaging/testing/saml-provider.py')
    this.#process = spawn('/usr/bin/python3', [program, folder, origin], { env: { PATH: systemPath } })
    this.#process.stderr.resume()
    this.#lines = createInterface(this.#process.stdout)[Symbol.asyncIterator]()
    onTestFinished(async () => {
      const ended = once(this.#process, 'exit')
      this.#process.kill()
      await ended
    })
  }

  async run<T>(command: string, args: object = {}): Promise<T> {
    this.#process.stdin.write(`${JSON.stringify([command, args])}\n`)
    const { result, error } = JSON.parse((await this.#lines.next()).value ?? '{}') as Answer
    if (error !== undefined) throw new Error(error)
    return result as T
  }
}

function startProvider(): Provider {
  const folder = mkdtempSync(join(tmpdir(), 'loquat-saml-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'idp.key'), otherProviderKey.privateKey)
  writeFileSync(join(folder, 'idp.crt'), otherProviderKey.certificate)
  return new Provider(folder)
}

describe('A second, independent SAML provider', () => {
  it('logs people in with signed and encrypted assertions, and out on both sides', async () => {
    const provider = startProvider()
    const metadata = await provider.run<string>('metadata')
    const certificate = /<[\w:]*X509Certificate>([^<]*)</.exec(metadata)?.[1] ?? ''
    const samlProvider = {
      name: 'acme',
      displayName: 'Work & Co',
      iconUrl: undefined,
      autoSignup: false,
      metadata: {
        entityId: `${origin}/metadata`,
        entryPoint: `${origin}/sso`,
        logoutUrl: `${origin}/slo`,
        certificates: [certificate.replace(/\s/g, '')],
      },
      idpInitiated: false,
      idAttribute: undefined,
      emailAttribute: undefined,
      nameAttribute: undefined,
      mapping: noMapping,
    }
    // The provider has the clock of the machine.
    const config = { url, samlProviders: [samlProvider], samlKey: ownKey }
    const world = await createWorld({ config, quiet: true, hasRunningClock: true })
    const { carol } = world
    writeFileSync(
      join(provider.folder, 'sp.xml'),
      (await new Browser(world).send(`GET ${path}/metadata`)).text,
    )
    const logIn = async (signs: object, change = (xml: string) => xml) => {
      const browser = new Browser(world)
      const { headers } = await browser.send(`GET ${path}`)
      const { action, xml } = await provider.run<{ action: string; xml: string }>('respond', {
        url: headers.get('location'),
        email: carol.email,
        groups: ['staff'],
        ...signs,
      })
      expect(action).toBe(`${url}${path}/response`)
      const SAMLResponse = Buffer.from(change(xml)).toString('base64')
      const received = await new Browser(world).send(`POST ${path}/response`, { SAMLResponse }, { origin })
      const next = received.headers.get('location')
      if (next !== null) await browser.send(`GET ${next as '/'}`)
      const isIn = async () => (await browser.send('GET /json/users/me')).body.user_id === carol.id
      return { browser, isIn, xml }
    }
    const both = { sign_response: true, sign_assertion: true, encrypt: false }
    for (const signs of [
      both,
      { ...both, sign_response: false },
      { ...both, sign_assertion: false },
      { ...both, encrypt: true },
      { ...both, sign_response: false, encrypt: true },
    ]) {
      const { isIn, xml } = await logIn(signs)
      expect(await isIn(), JSON.stringify(signs)).toBe(true)
      expect(xml.includes('aes256-gcm')).toBe(signs.encrypt)
      expect(xml.includes(carol.email)).toBe(!signs.encrypt)
    }
    const changed = await logIn(both, (xml) => xml.replace(carol.email, world.alice.email))
    expect(await changed.isIn()).toBe(false)
    const unsigned = await logIn({ ...both, sign_response: false, sign_assertion: false })
    expect(await unsigned.isIn()).toBe(false)

    const session = await logIn(both)
    const csrf = { 'x-csrf-token': session.browser.cookies.get('__Host-loquat_csrf') ?? '' }
    const { body } = await session.browser.send('DELETE /json/sessions/current', {}, csrf)
    expect(await provider.run('receive_logout', { url: body.provider_logout_url })).toBe(carol.email)

    const other = await logIn(both)
    const request = await provider.run<string>('log_out', { email: carol.email })
    expect(await other.isIn()).toBe(true)
    const answer = await new Browser(world).send(`GET ${request.slice(url.length) as '/'}`)
    expect(answer.headers.get('location')).toContain(`${origin}/slo?SAMLResponse=`)
    expect(await other.isIn()).toBe(false)
  })
})
