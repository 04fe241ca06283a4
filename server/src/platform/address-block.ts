import { isIPv6 } from 'node:net'

/**
 * Key for limits per address: an IPv4 address, or the /64 network of an IPv6 address, since a provider assigns at least that to a
 * customer.
 */
export function addressBlock(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  const [start = '', end] = address.replace(/%.*$/, '').split('::')
  const groups = (text: string | undefined) => (text ? text.split(':') : [])
  // `::` may occur once; an embedded IPv4 address stands for two groups, but never among the first four.
  const zeros = end === undefined ? 0 : 8 - groups(start).length - groups(end).length
  const all = [...groups(start), ...Array<string>(Math.max(0, zeros)).fill('0'), ...groups(end)]
  const network = all.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}
