import type { SAML } from '@node-saml/node-saml'
import type { App } from '../../../app.ts'
import { html } from '../../../platform/html.ts'
import type { SamlIdentityProvider, SamlKey, SamlProvider } from '../../../platform/saml-config.ts'
import type { Realm } from '../../../realms/realm.ts'
import { loginPath } from '../server-settings/present.ts'

/** Our addresses for a provider. Each organization is a service provider of its own, so a login for one is invalid for others. */
export interface ServiceAddresses {
  entityId: string
  /** Receives login responses (the assertion consumer service). */
  responses: string
  logout: string
}

export function serviceAddresses({ directory }: Realm, { name }: SamlProvider): ServiceAddresses {
  const base = `${directory.url}${loginPath({ kind: 'saml', name })}`
  return { entityId: `${base}/metadata`, responses: `${base}/response`, logout: `${base}/logout` }
}

/** Request IDs are in a cookie and used ones in the database, so the library has nothing to remember. */
const noCache = {
  saveAsync: async () => null,
  getAsync: async () => null,
  removeAsync: async () => null,
}

/** The library with our settings. It checks signatures, audiences and times, and we check the rest. */
export async function samlClient(
  app: App,
  addresses: ServiceAddresses,
  identity: SamlIdentityProvider,
  options: { requestId?: string; logoutUrl?: string | undefined } = {},
): Promise<SAML> {
  const { SAML: Client } = await import('@node-saml/node-saml')
  const { samlKey, samlClockSkewMs } = app.config
  const { requestId, logoutUrl = identity.logoutUrl } = options
  return new Client({
    issuer: addresses.entityId,
    audience: addresses.entityId,
    callbackUrl: addresses.responses,
    idpIssuer: identity.entityId,
    idpCert: [...identity.certificates],
    entryPoint: identity.entryPoint,
    ...(logoutUrl === undefined ? {} : { logoutUrl }),
    ...(samlKey === undefined ? {} : keys(samlKey)),
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    // The provider chooses the form of the NameID and the kind of authentication.
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    // One signature that covers the assertion is needed. Providers differ in which one they make.
    wantAssertionsSigned: false,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: samlClockSkewMs,
    cacheProvider: noCache,
    ...(requestId === undefined ? {} : { generateUniqueId: () => requestId }),
  })
}

const keys = ({ privateKey }: SamlKey) => ({ privateKey, decryptionPvk: privateKey })

/** Our metadata, which administrators give to the provider. */
export function serviceMetadata({ entityId, responses, logout }: ServiceAddresses, key: SamlKey | undefined) {
  const binding = 'urn:oasis:names:tc:SAML:2.0:bindings'
  const certificate = key?.certificate.replace(/-----[A-Z ]+-----|\s/g, '')
  const descriptor = (use: string, methods: readonly string[] = []) =>
    certificate !== undefined &&
    html`
    <KeyDescriptor use="${use}">
      <ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>${methods.map(
        (method) => html`
      <EncryptionMethod Algorithm="${method}"/>`,
      )}
    </KeyDescriptor>`
  return html`<?xml version="1.0" encoding="UTF-8"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${entityId}">
  <SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol" AuthnRequestsSigned="${String(key !== undefined)}" WantAssertionsSigned="true">${descriptor('signing')}${descriptor('encryption', ['http://www.w3.org/2009/xmlenc11#aes256-gcm', 'http://www.w3.org/2009/xmlenc11#aes128-gcm', 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p'])}
    <SingleLogoutService Binding="${binding}:HTTP-Redirect" Location="${logout}"/>
    <SingleLogoutService Binding="${binding}:HTTP-POST" Location="${logout}"/>
    <AssertionConsumerService index="0" isDefault="true" Binding="${binding}:HTTP-POST" Location="${responses}"/>
  </SPSSODescriptor>
</EntityDescriptor>
`.text
}
