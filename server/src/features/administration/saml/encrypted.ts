/** The assertion of a response, if it is encrypted. Found by the functions of the library, so that it is the one that the library reads. */
export async function decryptedAssertion(xml: string, privateKey: string): Promise<string | undefined> {
  if (!xml.includes('EncryptedAssertion')) return undefined
  const { decryptXml, parseDomFromString, xpath } = await import('@node-saml/node-saml/lib/xml.js')
  const path = "/*[local-name()='Response']/*[local-name()='EncryptedAssertion']"
  const [encrypted] = xpath.selectElements(await parseDomFromString(xml), path)
  return encrypted && (await decryptXml(String(encrypted), privateKey))
}
