import { BlockList, isIP } from 'node:net'

/** The IP addresses and networks that a token works from. */
export interface AddressList {
  includes(address: string): boolean
}

const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** The address and prefix length of an entry such as `192.0.2.0/24`; undefined if it is neither an address nor a network. */
function parseEntry(entry: string): { address: string; prefix: number } | undefined {
  const [, address = '', prefix] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(entry) ?? []
  const version = isIP(address)
  if (version === 0) return undefined
  const longest = version === 6 ? 128 : 32
  const length = prefix === undefined ? longest : Number(prefix)
  return length <= longest ? { address, prefix: length } : undefined
}

export const isAddressOrNetwork = (entry: string): boolean => parseEntry(entry) !== undefined

/** Entries that cannot be read are ignored, so the list never includes more than it says. */
export function addressList(entries: readonly string[]): AddressList {
  const list = new BlockList()
  for (const entry of entries) {
    const parsed = parseEntry(entry)
    if (parsed !== undefined) list.addSubnet(parsed.address, parsed.prefix, family(parsed.address))
  }
  return {
    includes: (address) => {
      // Sockets that accept both versions name IPv4 clients this way.
      const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
      return isIP(plain) !== 0 && list.check(plain, family(plain))
    },
  }
}
