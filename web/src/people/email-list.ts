const emailPattern = /[^\s<>"'(),;:[\]]+@[^\s<>"'(),;:[\]]+\.[^\s<>"'(),;:[\].]+/gu

/** A name with its address in brackets; the name may have a comma in it. */
const namedEmailPattern = /(?:"[^"]*"|[^,;\n<>"]*)\s*<[^<>]*@[^<>]*>/gu

/** The addresses in a text that was pasted in any form: a list, a column, names with addresses in brackets. */
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

/** While somebody types, an address is whole when something follows it; what may still grow stays in the field. */
export function completeEmailsIn(typed: string): { addresses: string[]; rest: string } {
  const [, done = '', growing = ''] = /^(.*(?:[,;\n>]|@\S+\s))(.*)$/su.exec(typed) ?? []
  const { addresses, rest } = emailsIn(done)
  if (addresses.length === 0) return { addresses, rest: typed.replace(/^[\s,;]+/u, '') }
  return { addresses, rest: [rest, growing.trimStart()].filter((part) => part !== '').join(', ') }
}
