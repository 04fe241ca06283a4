import { describe, expect, test } from 'vitest'
import { completeEmailsIn, emailsIn } from './email-list.ts'

describe('Email addresses in pasted text', () => {
  test.each([
    ['one', 'ana@example.com', ['ana@example.com']],
    ['separated by commas', 'ana@example.com, ben@example.com', ['ana@example.com', 'ben@example.com']],
    ['separated by semicolons', 'ana@example.com;ben@example.com', ['ana@example.com', 'ben@example.com']],
    ['a column', 'ana@example.com\r\nben@example.com\n', ['ana@example.com', 'ben@example.com']],
    ['separated by spaces', 'ana@example.com ben@example.com', ['ana@example.com', 'ben@example.com']],
    [
      'with names',
      '"Ruiz, Ana" <ana@example.com>, Ben <ben@example.com>',
      ['ana@example.com', 'ben@example.com'],
    ],
    ['as links', '<mailto:ana@example.com>', ['ana@example.com']],
    ['twice', 'ana@example.com, ANA@example.com', ['ANA@example.com']],
    ['with a full stop after it', 'Write to ana@example.com.', ['ana@example.com']],
    ['with a plus', 'ana+plums@mail.example.co.uk', ['ana+plums@mail.example.co.uk']],
  ])('are found: %s', (_, pasted, expected) => {
    expect(emailsIn(pasted).addresses).toEqual(expected)
  })

  test('leave other text in the field', () => {
    expect(emailsIn('ana@example.com, ben@, carl')).toEqual({
      addresses: ['ana@example.com'],
      rest: 'ben@, carl',
    })
  })

  test('do not include the names of people', () => {
    expect(emailsIn('"Ruiz, Ana" <ana@example.com>; Ben Okafor <ben@example.com>').rest).toBe('')
  })
})

describe('Email addresses in typed text', () => {
  /** Types a text key by key. */
  const type = (text: string) => {
    const taken: string[] = []
    let field = ''
    for (const character of text) {
      const { addresses, rest } = completeEmailsIn(field + character)
      taken.push(...addresses)
      field = rest
    }
    return { taken, field }
  }

  test.each([
    ['dia@example.com', [], 'dia@example.com'],
    ['dia@example.com ', ['dia@example.com'], ''],
    ['dia@example.com, ben@example.co.uk;', ['dia@example.com', 'ben@example.co.uk'], ''],
    ['Dia Novak <dia@example.com>', ['dia@example.com'], ''],
    ['"Ruiz, Ana" <ana@example.com>, Ben', ['ana@example.com'], 'Ben'],
    ['Dia Novak', [], 'Dia Novak'],
  ])('are accepted when they are complete: %s', (text, taken, field) => {
    expect(type(text)).toEqual({ taken, field })
  })
})
