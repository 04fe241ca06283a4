import { RefusedXml } from './xml.ts'

export type SamlAttributes = Readonly<Record<string, readonly string[]>>

export interface NameIdDetails {
  format?: string | undefined
  nameQualifier?: string | undefined
  spNameQualifier?: string | undefined
}

/** A login as the provider vouches for it. */
export interface SamlLogin {
  issuer: string
  nameId: string
  details: NameIdDetails
  sessionIndex: string | null
  attributes: SamlAttributes
}

/** The values of a verified assertion. Times are in milliseconds. */
export interface Assertion {
  id: string
  issuer: string
  issuedAt: number
  validFrom: number
  validUntil: number
  nameId: string
  details: NameIdDetails
  sessionIndex: string | null
  /** Ways in which the bearer of the assertion proves to be its subject. */
  confirmations: readonly Confirmation[]
  attributes: SamlAttributes
}

interface Confirmation {
  recipient: string
  validUntil: number
  requestId: string | undefined
}

/** An element as xml2js presents it: attributes, text, and lists of children by name. */
interface Element {
  $?: Record<string, string>
  _?: string
  [child: string]: unknown
}

/** Messages are small, so the number of values needs no limit. */
const maxValueLength = 2_000

const childrenOf = (element: Element, name: string): Element[] => {
  const children = element[name]
  return Array.isArray(children) ? (children as unknown[]).map(asElement) : []
}

/** An element without attributes and children is a text. */
const asElement = (value: unknown): Element =>
  typeof value === 'object' && value !== null ? (value as Element) : { _: String(value) }

function only(element: Element, name: string): Element {
  const [first, ...others] = childrenOf(element, name)
  if (first === undefined || others.length > 0) throw new RefusedXml(`The assertion needs one ${name}.`)
  return first
}

function text(element: Element): string {
  const value = element._?.trim() ?? ''
  if (value === '' || value.length > maxValueLength) throw new RefusedXml('A value is empty or too long.')
  return value
}

/** NaN if it is missing or malformed, which no comparison accepts. */
const time = (value: string | undefined): number => Date.parse(value ?? '')

/** Strict about everything that a login depends on: exactly one subject, one set of conditions, and all times. */
export function parseAssertion(document: Record<string, unknown>): Assertion {
  const assertion = asElement(document.Assertion)
  const subject = only(assertion, 'Subject')
  const nameId = only(subject, 'NameID')
  const conditions = only(assertion, 'Conditions')
  const sessionIndex = childrenOf(assertion, 'AuthnStatement')[0]?.$?.SessionIndex
  const id = assertion.$?.ID ?? ''
  if (id === '') throw new RefusedXml('The assertion has no ID.')
  const issuedAt = time(assertion.$?.IssueInstant)
  const { NotBefore: from, NotOnOrAfter: until } = conditions.$ ?? {}
  const { Format: format, NameQualifier: nameQualifier, SPNameQualifier: spNameQualifier } = nameId.$ ?? {}
  return {
    id,
    issuer: text(only(assertion, 'Issuer')),
    issuedAt,
    validFrom: from === undefined ? issuedAt : time(from),
    validUntil: time(until),
    nameId: text(nameId),
    details: { format, nameQualifier, spNameQualifier },
    sessionIndex: sessionIndex === undefined ? null : sessionIndex.slice(0, maxValueLength),
    confirmations: childrenOf(subject, 'SubjectConfirmation').flatMap(confirmationIn),
    attributes: attributesIn(assertion),
  }
}

function confirmationIn(element: Element): Confirmation[] {
  if (element.$?.Method !== 'urn:oasis:names:tc:SAML:2.0:cm:bearer') return []
  const data = childrenOf(element, 'SubjectConfirmationData')[0]?.$
  if (data?.Recipient === undefined || data.NotBefore !== undefined) return []
  return [{ recipient: data.Recipient, validUntil: time(data.NotOnOrAfter), requestId: data.InResponseTo }]
}

function attributesIn(assertion: Element): SamlAttributes {
  const attributes = new Map<string, string[]>()
  for (const statement of childrenOf(assertion, 'AttributeStatement')) {
    for (const attribute of childrenOf(statement, 'Attribute')) {
      const name = attribute.$?.Name ?? ''
      const values = attributes.get(name) ?? []
      for (const value of childrenOf(attribute, 'AttributeValue')) {
        const said = value._?.trim() ?? ''
        if (said !== '' && said.length <= maxValueLength) values.push(said)
      }
      if (name !== '') attributes.set(name, values)
    }
  }
  return Object.fromEntries(attributes)
}
