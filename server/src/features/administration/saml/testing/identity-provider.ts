import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { noMapping } from '@loquat/server/platform/mapping-config.ts'
import type { SamlProvider } from '@loquat/server/platform/saml-config.ts'
import { onTestFinished } from 'vitest'
import { providerKey, type TestKey } from './keys.ts'
import {
  emailFormat,
  logoutRequestXml,
  newId,
  type ResponseValues,
  responseValues,
  responseXml,
  type SamlAccount,
} from './messages.ts'
import { type SamlifyEntity, type SamlifyProvider, samlify } from './samlify.ts'

/** A form for the service, as the provider's page submits it. */
export interface SamlForm {
  action: string
  SAMLResponse: string
  RelayState?: string
}

export interface ProviderOptions {
  key?: TestKey
  now?: () => number
  /** Which parts of responses are signed. */
  signs?: 'assertion' | 'response' | 'both' | 'nothing'
  encrypts?: boolean
  /** Signature algorithm; with SHA-256 by default. */
  algorithm?: string
  /** Algorithms of encryption. */
  encryption?: { dataEncryptionAlgorithm?: string; keyEncryptionAlgorithm?: string }
  /** The host name of its pages. */
  host?: string
  provider?: Partial<SamlProvider>
}

const sha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
const bindings = 'urn:oasis:names:tc:SAML:2.0:bindings'

/** A SAML identity provider that logs in the chosen user. It runs samlify behind HTTP, and ends with the test. */
export class TestIdentityProvider {
  readonly origin: string
  readonly #options: ProviderOptions
  readonly #idp: SamlifyProvider
  readonly #encrypting: SamlifyProvider
  readonly #key: TestKey
  #service: SamlifyEntity | undefined
  /** The user at the browser. */
  account: SamlAccount = { nameId: '' }
  /** The metadata document, which tests can replace. */
  metadata: string
  /** Names of the sessions that services have logged out. */
  readonly loggedOut: unknown[] = []
  /** Number of logouts that the service has confirmed. */
  confirmations = 0
  lastValues: ResponseValues | undefined

  constructor(origin: string, options: ProviderOptions) {
    this.origin = origin
    this.#options = options
    this.#key = options.key ?? providerKey
    const settings = {
      entityID: `${origin}/metadata`,
      signingCert: this.#key.certificate,
      privateKey: this.#key.privateKey,
      requestSignatureAlgorithm: options.algorithm ?? sha256,
      isAssertionEncrypted: options.encrypts ?? false,
      ...options.encryption,
      messageSigningOrder: 'sign-then-encrypt',
      wantAuthnRequestsSigned: true,
      wantLogoutRequestSigned: true,
      wantLogoutResponseSigned: true,
      nameIDFormat: [emailFormat],
      singleSignOnService: [{ Binding: `${bindings}:HTTP-Redirect`, Location: `${origin}/sso` }],
      singleLogoutService: [{ Binding: `${bindings}:HTTP-Redirect`, Location: `${origin}/slo` }],
    }
    this.#idp = samlify.IdentityProvider(settings)
    this.#encrypting = samlify.IdentityProvider({ ...settings, isAssertionEncrypted: true })
    this.metadata = this.#idp.getMetadata()
  }

  /** For `createWorld({ config: { samlProviders } })`. */
  get config(): SamlProvider {
    return {
      name: 'acme',
      displayName: 'Work & Co',
      iconUrl: undefined,
      autoSignup: false,
      metadata: { url: `${this.origin}/metadata` },
      idpInitiated: false,
      idAttribute: undefined,
      emailAttribute: undefined,
      nameAttribute: undefined,
      mapping: noMapping,
      ...this.#options.provider,
    }
  }

  get #now() {
    return this.#options.now ?? Date.now
  }

  /** Registers the service by its metadata. */
  trust(metadata: string): void {
    const signs = this.#options.signs ?? 'both'
    this.#service = samlify.ServiceProvider({
      metadata:
        signs === 'response' ? metadata.replace(/(WantAssertionsSigned)="true"/, '$1="false"') : metadata,
      wantMessageSigned: signs !== 'assertion',
      wantLogoutRequestSigned: true,
      wantLogoutResponseSigned: true,
    })
  }

  get #known() {
    if (this.#service === undefined) throw new Error('The provider knows no service.')
    return this.#service
  }

  /** The form that answers an authentication request, whose signature is checked. */
  async respond(url: string, change?: (values: ResponseValues) => void): Promise<SamlForm> {
    const { extract } = await this.#idp.parseLoginRequest(this.#known, 'redirect', signedQuery(url))
    return await this.response(extract.request, change)
  }

  /** A response to a request, or to none. */
  async response(
    request: { id?: string } = {},
    change: (values: ResponseValues) => void = () => {},
  ): Promise<SamlForm> {
    const service = this.#known
    const action = service.entityMeta.getAssertionConsumerService('post')
    const values = responseValues(this.#now(), {
      issuer: this.#idp.entityMeta.getEntityID(),
      inResponseTo: request.id,
      destination: action,
      audience: service.entityMeta.getEntityID(),
    })
    change(values)
    this.lastValues = values
    const written = responseXml(values, this.account)
    const xml = values.rewrite?.(written) ?? written
    const isSigned = this.#options.signs !== 'nothing' && xml.includes('<saml:Assertion')
    if (!isSigned) return { action, SAMLResponse: Buffer.from(xml).toString('base64') }
    const { context } = await this.#idp.createLoginResponse(
      service,
      { extract: {} },
      'post',
      {},
      {
        customTagReplacement: () => ({ id: values.id, context: xml }),
      },
    )
    return { action, SAMLResponse: context }
  }

  /** Encrypts the assertion of a response, as anybody can who has the service's certificate. */
  async encrypt(xml: string): Promise<string> {
    return await samlify.SamlLib.encryptAssertion(this.#encrypting, this.#known, xml)
  }

  /** The address with a signed request that logs the last session out; or the field of a form. */
  logoutRequest(
    change: { issuedAt?: number; destination?: string; issuer?: string; nameId?: string } = {},
    binding: 'redirect' | 'post' = 'redirect',
  ): string {
    const service = this.#known
    const context = logoutRequestXml({
      id: newId(),
      issuer: this.#idp.entityMeta.getEntityID(),
      destination: service.entityMeta.getSingleLogoutService(binding),
      issuedAt: this.#now(),
      nameId: this.account.nameId,
      sessionIndex: this.lastValues?.sessionIndex ?? '',
      ...change,
    })
    const template = {
      relayState: 'state of the provider',
      customTagReplacement: () => ({ id: newId(), context }),
    }
    return this.#idp.createLogoutRequest(service, binding, {}, template).context
  }

  /** Answers a request for one of the pages. */
  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.origin)
    if (url.pathname === '/metadata') {
      response.end(this.metadata)
      return
    }
    if (url.pathname === '/sso') {
      const { action, SAMLResponse } = await this.respond(url.href)
      response.setHeader('content-type', 'text/html')
      response.end(
        `<form method="post" action="${action}"><input name="SAMLResponse" value="${SAMLResponse}"></form><script>document.forms[0].submit()</script>`,
      )
      return
    }
    if (url.searchParams.has('SAMLResponse')) {
      await this.#idp.parseLogoutResponse(this.#known, 'redirect', signedQuery(url.href))
      this.confirmations++
      response.end('logged out')
      return
    }
    const parsed = await this.#idp.parseLogoutRequest(this.#known, 'redirect', signedQuery(url.href))
    this.loggedOut.push(parsed.extract.nameID)
    const answer = this.#idp.createLogoutResponse(this.#known, parsed, 'redirect')
    response.writeHead(302, { location: answer.context }).end()
  }
}

/** The parameters, and the text that the signature of the redirect binding covers. */
function signedQuery(url: string) {
  const { search, searchParams } = new URL(url)
  const pairs = search.slice(1).split('&')
  const signed = ['SAMLRequest', 'SAMLResponse', 'RelayState', 'SigAlg'].flatMap((name) =>
    pairs.filter((pair) => pair.startsWith(`${name}=`)),
  )
  return { query: Object.fromEntries(searchParams), octetString: signed.join('&') }
}

export async function startIdentityProvider(options: ProviderOptions = {}): Promise<TestIdentityProvider> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const provider = new TestIdentityProvider(`http://${options.host ?? '127.0.0.1'}:${port}`, options)
  server.on('request', (request, response) => {
    provider.serve(request, response).catch((error: unknown) => {
      response.statusCode = 500
      response.end(String(error))
    })
  })
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return provider
}
