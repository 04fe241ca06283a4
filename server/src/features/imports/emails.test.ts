import { expect, it } from 'vitest'
import { emailsIn } from './emails.ts'

const read = (text: string) => Object.fromEntries(emailsIn(text) ?? [])

it('reads addresses by user ID and user name from CSV files', () => {
  expect(read('\ufeffUserid,username,Email\r\nU1,ann,ann@acme.example\r\n\r\nU2,,bo@acme.example')).toEqual({
    U1: 'ann@acme.example',
    ann: 'ann@acme.example',
    U2: 'bo@acme.example',
  })
  expect(read('email,"username"\n"a@x.example","King, ""Ann"""\nb@x.example,\n')).toEqual({
    'King, "Ann"': 'a@x.example',
  })
  expect(emailsIn('name,address\nann,ann@acme.example')).toBeUndefined()
  expect(emailsIn('')).toBeUndefined()
})

it('reads hostile files in linear time', () => {
  const started = process.cpuUsage()
  expect(emailsIn(`${'"'.repeat(499_999)}x`)).toBeUndefined()
  expect(read(`userid,email\n${'"a,"'.repeat(100_000)}`)).toEqual({})
  expect(process.cpuUsage(started).user / 1_000).toBeLessThan(2_000)
})
