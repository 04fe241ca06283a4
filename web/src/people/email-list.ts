const emailPattern = /[^\s<>"'(),;:[\]]+@[^\s<>"'(),;:[\]]+\.[^\s<>"'(),;:[\].]+/gu

/** A name with an email address in angle brackets; the name may contain a comma. */
const namedEmailPattern = /(?:"[^"]*"|[^,;\n<>"]*)\s*<[^<>]*@[^<>]*>/gu

/** Email addresses in pasted text: a list, a column, or names with addresses in brackets. */
export function emailsIn(pasted: string): { addresses: string[]; rest: string } {
  const addresses = new Map<string, string>()
  for (const [found] of pasted.matchAll(emailPattern)) addresses.set(found.toLowerCase(), found)
  const rest = pasted
    .replaceAll(namedEmailPattern, ',')
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '' && part.search(emailPattern) === -1)
    .join(', ')
  return { addresses: [...addresses.values()], rest }
}

/** Complete email addresses in text being typed: those followed by a separator. The rest stays in the field. */
export function completeEmailsIn(typed: string): { addresses: string[]; rest: string } {
  const [, done = '', growing = ''] = /^(.*(?:[,;\n>]|@\S+\s))(.*)$/su.exec(typed) ?? []
  const { addresses, rest } = emailsIn(done)
  if (addresses.length === 0) return { addresses, rest: typed.replace(/^[\s,;]+/u, '') }
  return { addresses, rest: [rest, growing.trimStart()].filter((part) => part !== '').join(', ') }
}
