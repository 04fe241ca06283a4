import { BlockList, isIP } from 'node:net'

/** Nobody on the internet has these: private, shared, local, multicast, for documents and tests, reserved. */
const specialIpv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]

/** All that was ever given out. Whatever is outside, also what stands for an IPv4 address, is refused. */
const givenIpv6 = ['2000::/3']

/** Of those: protocol assignments with Teredo in them, documents, 6to4, which stands for IPv4 addresses, and AS112. */
const specialIpv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']

const special = listOf(specialIpv4, 'ipv4')
const given = listOf(givenIpv6, 'ipv6')
const exceptions = listOf(specialIpv6, 'ipv6')

/** Whether an address is one of the internet, so that asking it reaches nothing that only this server can reach. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !special.check(address, 'ipv4')
    case 6:
      // A zone names a network of this machine.
      return !address.includes('%') && given.check(address, 'ipv6') && !exceptions.check(address, 'ipv6')
    default:
      return false
  }
}

function listOf(subnets: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const subnet of subnets) {
    const [address = '', bits] = subnet.split('/')
    list.addSubnet(address, Number(bits), family)
  }
  return list
}
