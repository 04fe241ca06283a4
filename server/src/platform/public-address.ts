import { BlockList, isIP } from 'node:net'

/** Networks that are not on the public internet: private, shared, local, multicast, documentation, test, reserved. */
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

/** All allocated unicast space. Everything else, including IPv4-mapped addresses, is rejected. */
const allocatedIpv6 = ['2000::/3']

/**
 * Exceptions within it: protocol assignments including Teredo, documentation, 6to4 (which maps IPv4 addresses), and
 * AS112.
 */
const specialIpv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']

const special = listOf(specialIpv4, 'ipv4')
const allocated = listOf(allocatedIpv6, 'ipv6')
const exceptions = listOf(specialIpv6, 'ipv6')

/** Whether an address is on the public internet, so that a request cannot reach internal services. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !special.check(address, 'ipv4')
    case 6:
      // A zone refers to a network of this machine.
      return !address.includes('%') && allocated.check(address, 'ipv6') && !exceptions.check(address, 'ipv6')
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
