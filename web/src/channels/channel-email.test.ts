import { expect, it } from 'vitest'
import { addressWithOptions } from './channel-email.ts'

const token = '0123456789abcdef'.repeat(2)
const none = { showSender: false, includeQuotes: false, preferHtml: false }

it('adds options to the address of a channel, within 64 characters before the @', () => {
  const address = `marketing-and-sale.${token}.show-sender@chat.example.com`
  const of = (options: object) => addressWithOptions(address, { ...none, ...options })
  expect(of({ showSender: true })).toBe(address)
  expect(of({})).toBe(`marketing-and-sale.${token}@chat.example.com`)
  expect(of({ showSender: true, preferHtml: true })).toBe(`${token}.show-sender.prefer-html@chat.example.com`)
  expect(of({ showSender: true, includeQuotes: true, preferHtml: true })).toBe(
    `${token}.sender.quotes.html@chat.example.com`,
  )
  expect(addressWithOptions(`${token}.show-sender@x.example`, none)).toBe(`${token}@x.example`)
})
