import { expect, it } from 'vitest'
import { addressBlock } from './address-block.ts'

it('an address block is an IPv4 address or an IPv6 network', () => {
  const rows = {
    '203.0.113.9': '203.0.113.9',
    '::ffff:203.0.113.9': '203.0.113.9',
    '2001:db8:1:2:3:4:5:6': '2001:db8:1:2::/64',
    '2001:0DB8:0001:0002::': '2001:db8:1:2::/64',
    '2001:db8:1:2::ffff': '2001:db8:1:2::/64',
    '2001:db8::1': '2001:db8:0:0::/64',
    '::1': '0:0:0:0::/64',
    'fe80::1%eth0': 'fe80:0:0:0::/64',
    '64:ff9b::192.0.2.33': '64:ff9b:0:0::/64',
    '': '',
  }
  for (const [address, block] of Object.entries(rows)) expect(addressBlock(address), address).toBe(block)
})
