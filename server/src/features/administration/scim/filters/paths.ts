/** An attribute of a resource. Names have no case. */
export interface AttributePath {
  /** In lower case. */
  attribute: string
  subAttribute?: string
  /** The schema of an extension, in lower case, which has attributes that we do not keep. */
  extension?: string
}

const coreSchema = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/

/** `name.givenName`, also with the schema before it. */
export function pathOf(text: string): AttributePath {
  const lower = text.toLowerCase()
  const plain = lower.replace(coreSchema, '')
  if (plain.startsWith('urn:')) {
    const end = plain.lastIndexOf(':')
    return { extension: plain.slice(0, end), attribute: plain.slice(end + 1) }
  }
  const [attribute = '', subAttribute] = plain.split('.', 2)
  return subAttribute === undefined ? { attribute } : { attribute, subAttribute }
}
