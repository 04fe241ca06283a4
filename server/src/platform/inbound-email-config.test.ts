import { expect, it } from 'vitest'
import { configFrom } from './config.ts'

const url = 'https://Chat.example.com'

it('receives no email unless a port is set, and takes the domain from the URL', () => {
  expect(configFrom({ LOQUAT_URL: url }).inboundEmail).toBeUndefined()
  expect(configFrom({ LOQUAT_URL: url, LOQUAT_SMTP_IN_PORT: '2525' }).inboundEmail).toEqual({
    host: '127.0.0.1',
    port: 2_525,
    domain: 'chat.example.com',
    maxBytes: 20 * 1_048_576,
    tls: undefined,
    refusesDmarcFailures: true,
    acceptsAutomated: false,
  })
  const tls = { LOQUAT_TLS_CERT: '/cert.pem', LOQUAT_TLS_KEY: '/key.pem', LOQUAT_SMTP_IN_TLS: 'required' }
  expect(configFrom({ ...tls, LOQUAT_SMTP_IN_PORT: '25' }).inboundEmail?.tls).toEqual({
    certFile: '/cert.pem',
    keyFile: '/key.pem',
    isRequired: true,
  })
})

it.each([
  ['LOQUAT_SMTP_IN_PORT', '70000'],
  ['LOQUAT_SMTP_IN_DOMAIN', 'not a domain'],
  ['LOQUAT_SMTP_IN_MAX_MIB', '0'],
  ['LOQUAT_SMTP_IN_TLS', 'optional'],
  ['LOQUAT_SMTP_IN_TLS', 'maybe'],
  ['LOQUAT_SMTP_IN_DMARC', 'maybe'],
  ['LOQUAT_SMTP_IN_AUTOMATED', 'maybe'],
])('does not start with %s=%s', (name, value) => {
  expect(() => configFrom({ LOQUAT_SMTP_IN_PORT: '2525', [name]: value })).toThrow(name)
})
