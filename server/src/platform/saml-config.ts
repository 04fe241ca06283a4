import { createPrivateKey, X509Certificate } from 'node:crypto'
import {
  isOn,
  isSafe,
  numberIn,
  optional,
  providerNames,
  required,
  type SettingsReader,
  settingPrefix,
} from './login-settings.ts'
import { type LoginMapping, mappingIn } from './mapping-config.ts'

/** The part of an identity provider's metadata that logins need. */
export interface SamlIdentityProvider {
  entityId: string
  /** Takes authentication requests by redirect. */
  entryPoint: string
  /** Takes logout requests by redirect. */
  logoutUrl: string | undefined
  /** Takes logout responses; undefined if `logoutUrl` does. */
  logoutResponseUrl?: string | undefined
  /** Signing certificates, as Base64 of DER. */
  certificates: readonly string[]
}

/** A SAML 2.0 identity provider. */
export interface SamlProvider {
  /** As it appears in URLs. */
  name: string
  displayName: string
  iconUrl: string | undefined
  /** Creates accounts for everyone who can log in there, even if the organization requires invitations. */
  autoSignup: boolean
  /** Its metadata: an address, or the values themselves. */
  metadata: { url: string } | SamlIdentityProvider
  /** Accepts logins that start at the provider. */
  idpInitiated: boolean
  /** Attribute with a permanent ID; the NameID if undefined. */
  idAttribute: string | undefined
  emailAttribute: string | undefined
  nameAttribute: string | undefined
  mapping: LoginMapping
}

/** Signs requests and decrypts assertions. In PEM format. */
export interface SamlKey {
  privateKey: string
  certificate: string
}

export interface SamlSettings {
  samlProviders: readonly SamlProvider[]
  samlKey: SamlKey | undefined
  /** Accepted difference between the clocks of the servers. */
  samlClockSkewMs: number
}

export function samlSettingsIn(reader: SettingsReader): SamlSettings {
  const seconds = numberIn(reader, 'LOQUAT_SAML_CLOCK_SKEW_SECONDS', { fallback: 60, min: 0, max: 300 })
  return {
    samlProviders: providerNames(reader, 'LOQUAT_SAML_PROVIDERS').map((name) => providerIn(reader, name)),
    samlKey: keyIn(reader),
    samlClockSkewMs: seconds * 1_000,
  }
}

function providerIn(reader: SettingsReader, name: string): SamlProvider {
  const prefix = settingPrefix('SAML', name)
  return {
    name,
    displayName: optional(reader, `${prefix}_NAME`) ?? name,
    iconUrl: optional(reader, `${prefix}_ICON_URL`),
    autoSignup: isOn(reader, `${prefix}_AUTO_SIGNUP`),
    metadata: metadataIn(reader, prefix, `LOQUAT_SAML_PROVIDERS lists "${name}"`),
    idpInitiated: isOn(reader, `${prefix}_IDP_INITIATED`),
    idAttribute: optional(reader, `${prefix}_ID_ATTRIBUTE`),
    emailAttribute: optional(reader, `${prefix}_EMAIL_ATTRIBUTE`),
    nameAttribute: optional(reader, `${prefix}_NAME_ATTRIBUTE`),
    mapping: mappingIn(reader, prefix),
  }
}

function metadataIn(reader: SettingsReader, prefix: string, because: string): SamlProvider['metadata'] {
  const url = optional(reader, `${prefix}_METADATA_URL`)
  if (url !== undefined) {
    // Metadata has the certificates, and is trusted because of the connection.
    if (!isSafe(url)) reader.problems.push(`${prefix}_METADATA_URL must be an https address, not "${url}".`)
    return { url }
  }
  const needed = `${because}, without ${prefix}_METADATA_URL`
  const entryPoint = required(reader, `${prefix}_ENTRY_POINT`, needed)
  const logoutUrl = optional(reader, `${prefix}_LOGOUT_URL`)
  for (const [setting, address] of [
    ['ENTRY_POINT', entryPoint],
    ['LOGOUT_URL', logoutUrl],
  ] as const) {
    if (address && !isSafe(address)) {
      reader.problems.push(`${prefix}_${setting} must be an https address, not "${address}".`)
    }
  }
  const text = required(reader, `${prefix}_CERTIFICATE`, needed)
  const certificates = certificatesIn(text)
  if (text !== '' && certificates === undefined) {
    reader.problems.push(`${prefix}_CERTIFICATE must have certificates in PEM format, or one in Base64.`)
  }
  const entityId = required(reader, `${prefix}_ENTITY_ID`, needed)
  return { entityId, entryPoint, logoutUrl, certificates: certificates ?? [] }
}

/** The certificates of a PEM file, or one without the lines around it. Undefined if one is damaged. */
function certificatesIn(text: string): string[] | undefined {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [text]
  try {
    return blocks.map((block) => certificateOf(block.replace(/-----[A-Z ]+-----/g, '')))
  } catch {
    return undefined
  }
}

/** Checks a certificate, and removes line breaks. */
export function certificateOf(base64: string): string {
  return new X509Certificate(Buffer.from(base64, 'base64')).raw.toString('base64')
}

function keyIn(reader: SettingsReader): SamlKey | undefined {
  const privateKey = optional(reader, 'LOQUAT_SAML_PRIVATE_KEY')
  const certificate = optional(reader, 'LOQUAT_SAML_CERTIFICATE')
  if (privateKey === undefined && certificate === undefined) return undefined
  if (privateKey === undefined || certificate === undefined) {
    reader.problems.push('LOQUAT_SAML_PRIVATE_KEY and LOQUAT_SAML_CERTIFICATE must be set together.')
    return undefined
  }
  try {
    const key = createPrivateKey(privateKey)
    if (key.asymmetricKeyType !== 'rsa') throw new Error('it is not an RSA key')
    if (!new X509Certificate(certificate).checkPrivateKey(key))
      throw new Error('the certificate has another key')
    return { privateKey: key.export({ type: 'pkcs8', format: 'pem' }).toString(), certificate }
  } catch (error) {
    reader.problems.push(
      `LOQUAT_SAML_PRIVATE_KEY and LOQUAT_SAML_CERTIFICATE must be an RSA key and its certificate in PEM format: ${(error as Error).message}.`,
    )
    return undefined
  }
}
