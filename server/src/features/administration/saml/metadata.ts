import type { App } from '../../../app.ts'
import { isSafe } from '../../../platform/login-settings.ts'
import { fetchOutside } from '../../../platform/outbound.ts'
import { certificateOf, type SamlIdentityProvider, type SamlProvider } from '../../../platform/saml-config.ts'
import { deleteOtherMetadata, metadataOf, storeMetadata } from './store.ts'
import { type OpenElement, walkElements } from './xml.ts'

const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const maxBytes = 1_048_576
const timeoutMs = 10_000
const maxCertificates = 20

/** The provider as configured, or by its last metadata. Fetches it if there is none yet. */
export async function identityProviderOf(app: App, provider: SamlProvider): Promise<SamlIdentityProvider> {
  const { metadata } = provider
  if (!('url' in metadata)) return metadata
  return (
    (await metadataOf(app.database.db, provider.name, metadata.url)) ??
    (await refresh(app, provider.name, metadata.url))
  )
}

/** Fetches the metadata of every provider, which has new certificates from time to time. Failures keep the last. */
export async function refreshMetadata(app: App, stopping?: AbortSignal): Promise<void> {
  const { samlProviders } = app.config
  for (const { name, metadata } of samlProviders) {
    if (!('url' in metadata) || stopping?.aborted) continue
    await refresh(app, name, metadata.url, stopping).catch((error: unknown) =>
      app.logger.warn(
        { err: error, provider: name },
        'the metadata of a login provider could not be fetched',
      ),
    )
  }
  await deleteOtherMetadata(
    app.database.db,
    samlProviders.map(({ name }) => name),
  )
}

async function refresh(
  app: App,
  provider: string,
  url: string,
  signal?: AbortSignal,
): Promise<SamlIdentityProvider> {
  // Operators choose the address, which is often in their own network. Redirects could leave the encrypted connection.
  const options = { timeoutMs, maxBytes, redirects: 0, allowPrivate: true, signal }
  const { status, body, isCut } = await fetchOutside(url, options)
  if (status !== 200) throw new Error(`The metadata has the status ${status}.`)
  if (isCut) throw new Error(`The metadata has more than ${maxBytes} bytes.`)
  const document = await parseMetadata(body.toString())
  await storeMetadata(app.database.db, { provider, url, document, fetchedAt: new Date(app.clock.now()) })
  return document
}

/** The parts of a document that describe identity providers. */
class MetadataReader {
  readonly entityIds: string[] = []
  readonly signOn: string[] = []
  readonly logout: { url: string; responseUrl: string | undefined }[] = []
  readonly certificates: string[] = []
  #entityId = ''
  #isIdentityProvider = false
  #isSigningKey = false

  open({ name, attributes }: OpenElement): void {
    if (name === 'EntityDescriptor') this.#entityId = attributes.entityID ?? ''
    if (name === 'IDPSSODescriptor') {
      this.#isIdentityProvider = true
      this.entityIds.push(this.#entityId)
    }
    if (!this.#isIdentityProvider) return
    if (name === 'KeyDescriptor') this.#isSigningKey = (attributes.use ?? 'signing') === 'signing'
    const { Location: url, Binding, ResponseLocation: responseUrl } = attributes
    if (url === undefined || Binding !== redirectBinding) return
    if (name === 'SingleSignOnService') this.signOn.push(url)
    if (name === 'SingleLogoutService') this.logout.push({ url, responseUrl })
  }

  close(name: string, text: string): void {
    if (name === 'IDPSSODescriptor') this.#isIdentityProvider = false
    const isCertificate = name === 'X509Certificate' && this.#isIdentityProvider && this.#isSigningKey
    if (isCertificate) this.certificates.push(certificateOf(text))
  }
}

/** Signatures in metadata are not checked: it is trusted because of the connection that it comes from. */
export async function parseMetadata(xml: string): Promise<SamlIdentityProvider> {
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw new Error('The metadata has a document type.')
  const read = new MetadataReader()
  await walkElements(xml, {
    open: (element) => read.open(element),
    close: (name, text) => read.close(name, text),
  })
  const [entityId = '', ...others] = read.entityIds
  if (entityId === '' || others.length > 0) throw new Error('The metadata must have one identity provider.')
  const entryPoint = read.signOn.find(isSafe)
  if (entryPoint === undefined)
    throw new Error('The metadata has no sign-on address for redirects over https.')
  const certificates = [...new Set(read.certificates)]
  if (certificates.length === 0 || certificates.length > maxCertificates) {
    throw new Error(`The metadata must have 1 to ${maxCertificates} signing certificates.`)
  }
  const logout = read.logout.find(({ url, responseUrl }) => isSafe(url) && isSafe(responseUrl ?? url))
  return {
    entityId,
    entryPoint,
    logoutUrl: logout?.url,
    ...(logout?.responseUrl === undefined ? {} : { logoutResponseUrl: logout.responseUrl }),
    certificates,
  }
}
