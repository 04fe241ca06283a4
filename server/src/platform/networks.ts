import { BlockList, isIP, isIPv4 } from 'node:net'

export interface Network {
  address: string
  prefix: number
}

/** A list that {@link contains} can check. */
export function networksOf(list: readonly Network[]): BlockList {
  const networks = new BlockList()
  for (const { address, prefix } of list) networks.addSubnet(address, prefix, familyOf(address))
  return networks
}

/** IPv4 addresses in IPv6 form (`::ffff:192.0.2.1`) are in the networks of IPv4. */
export function contains(networks: BlockList, address: string): boolean {
  const plain = address.replace(/%.*$/, '')
  return isIP(plain) !== 0 && networks.check(plain, familyOf(plain))
}

const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6')

/** An address or a network in CIDR notation. Undefined if it is neither, or has bits after the prefix. */
export function parseNetwork(text: string): Network | undefined {
  const [, address = '', digits] = /^([0-9a-fA-F.:]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const family = isIP(address)
  if (family === 0) return undefined
  const bits = family === 4 ? 32 : 128
  const prefix = digits === undefined ? bits : Number(digits)
  if (prefix > bits || hasBitsAfter(bytesOf(address), prefix)) return undefined
  return { address, prefix }
}

export const writeNetwork = ({ address, prefix }: Network) => `${address.toLowerCase()}/${prefix}`

function bytesOf(address: string): number[] {
  if (isIPv4(address)) return address.split('.').map(Number)
  // The URL parser writes embedded IPv4 addresses and zeros in the short form of RFC 5952.
  const [start = '', end] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const groups = (text: string) =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
  const [head, tail] = [groups(start), groups(end ?? '')]
  const zeros = Array<number>(8 - head.length - tail.length).fill(0)
  return [...head, ...zeros, ...tail].flatMap((group) => [group >> 8, group & 255])
}

const hasBitsAfter = (bytes: readonly number[], prefix: number) =>
  bytes.some((byte, n) => (byte & (255 >> Math.min(8, Math.max(0, prefix - 8 * n)))) !== 0)

/** The list of stored texts. Texts that are no network are ignored, so the list never has more than it says. */
export const networksOfTexts = (texts: readonly string[]): BlockList =>
  networksOf(texts.flatMap((text) => parseNetwork(text) ?? []))
