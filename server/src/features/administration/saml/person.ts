import { apiError } from '@loquat/contract'
import type { SamlProvider } from '../../../platform/saml-config.ts'
import type { ExternalPerson } from '../external-login/admit.ts'
import { claimsOf } from '../external-login/apply-mapping.ts'
import type { SamlLogin } from './assertion.ts'

const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'

/** Names of attributes by which providers send the same thing, if no other name is configured. */
const emailNames = [
  'email',
  'mail',
  'emailAddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
  `${claims}/emailaddress`,
]
const fullNames = [
  'displayName',
  'name',
  'cn',
  'urn:oid:2.16.840.1.113730.3.1.241',
  'http://schemas.microsoft.com/identity/claims/displayname',
]
const givenNames = ['givenName', 'firstName', 'urn:oid:2.5.4.42', `${claims}/givenname`]
const familyNames = ['sn', 'surname', 'lastName', 'urn:oid:2.5.4.4', `${claims}/surname`]

const emailFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
const transientFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'

/** The person of a login. Email addresses are trusted: the provider is run by the organization. */
export function personOf(
  provider: SamlProvider,
  { issuer, nameId, details, attributes }: SamlLogin,
): Omit<ExternalPerson, 'key' | 'language'> {
  const value = (names: readonly string[]) =>
    names.map((name) => attributes[name]?.[0]).find((one) => one !== undefined)
  const configured = (name: string | undefined, usual: readonly string[]) =>
    value(name === undefined ? usual : [name])
  const email =
    configured(provider.emailAttribute, emailNames) ?? (details.format === emailFormat ? nameId : undefined)
  const parts = [value(givenNames), value(familyNames)].filter((part) => part !== undefined)
  // A transient NameID is another one at each login.
  const permanent = details.format === transientFormat ? email?.toLowerCase() : nameId
  const subject = provider.idAttribute === undefined ? permanent : attributes[provider.idAttribute]?.[0]
  if (subject === undefined) throw apiError('login-id-missing', { provider: provider.displayName })
  return {
    issuer: `saml:${issuer}`,
    subject,
    email,
    names: [configured(provider.nameAttribute, fullNames), parts.join(' ')],
    isTrusted: provider.autoSignup,
    mapping: provider.mapping,
    ...claimsOf(provider.mapping, (name) => attributes[name] ?? []),
  }
}
