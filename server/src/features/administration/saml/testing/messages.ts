import { randomUUID } from 'node:crypto'
import { escapeHtml } from '../../../../text.ts'

/** A user of the test provider. */
export interface SamlAccount {
  nameId: string
  format?: string
  attributes?: Record<string, string | readonly string[]>
}

/** Values of a response, which tests can change before it is signed. */
export interface ResponseValues {
  id: string
  assertionId: string
  issuer: string
  /** The request that it answers; none if the login starts at the provider. */
  inResponseTo: string | undefined
  destination: string
  recipient: string
  audience: string
  issuedAt: number
  validUntil: number
  sessionIndex: string
  status: string
  /** Changes the document before it is signed. */
  rewrite?(xml: string): string
}

export const emailFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
const success = 'urn:oasis:names:tc:SAML:2.0:status:Success'
const validMs = 300_000

export const newId = () => `_${randomUUID()}`

/** The values of an ordinary response. */
export function responseValues(
  now: number,
  known: Pick<ResponseValues, 'issuer' | 'inResponseTo' | 'destination' | 'audience'>,
): ResponseValues {
  return {
    ...known,
    id: newId(),
    assertionId: newId(),
    recipient: known.destination,
    issuedAt: now,
    validUntil: now + validMs,
    sessionIndex: newId(),
    status: success,
  }
}

const answers = (id: string | undefined) => (id === undefined ? '' : ` InResponseTo="${id}"`)
const time = (at: number) => new Date(at).toISOString()

/** An unsigned response. */
export function responseXml(values: ResponseValues, account: SamlAccount): string {
  const { id, issuer, inResponseTo, destination, issuedAt, status } = values
  return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${time(issuedAt)}" Destination="${destination}"${answers(inResponseTo)}><saml:Issuer>${issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="${status}"/></samlp:Status>${status === success ? assertionXml(values, account) : ''}</samlp:Response>`
}

function assertionXml(
  values: ResponseValues,
  { nameId, format = emailFormat, attributes = {} }: SamlAccount,
) {
  const { assertionId, issuer, inResponseTo, recipient, audience, issuedAt, validUntil, sessionIndex } =
    values
  const statements = Object.entries(attributes).map(
    ([name, value]) =>
      `<saml:Attribute Name="${name}">${[value]
        .flat()
        .map((one) => `<saml:AttributeValue>${escapeHtml(one)}</saml:AttributeValue>`)
        .join('')}</saml:Attribute>`,
  )
  return `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${assertionId}" Version="2.0" IssueInstant="${time(issuedAt)}"><saml:Issuer>${issuer}</saml:Issuer><saml:Subject><saml:NameID Format="${format}">${nameId}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${time(validUntil)}" Recipient="${recipient}"${answers(inResponseTo)}/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${time(issuedAt)}" NotOnOrAfter="${time(validUntil)}"><saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${time(issuedAt)}" SessionIndex="${sessionIndex}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>${statements.length === 0 ? '' : `<saml:AttributeStatement>${statements.join('')}</saml:AttributeStatement>`}</saml:Assertion>`
}

export function logoutRequestXml(values: {
  id: string
  issuer: string
  destination: string
  issuedAt: number
  nameId: string
  sessionIndex: string
}): string {
  const { id, issuer, destination, issuedAt, nameId, sessionIndex } = values
  return `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${time(issuedAt)}" Destination="${destination}"><saml:Issuer>${issuer}</saml:Issuer><saml:NameID Format="${emailFormat}">${nameId}</saml:NameID><samlp:SessionIndex>${sessionIndex}</samlp:SessionIndex></samlp:LogoutRequest>`
}
