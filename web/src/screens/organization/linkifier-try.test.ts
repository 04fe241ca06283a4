import { describe, expect, test } from 'vitest'
import { expandTemplate, tryLinkifier } from './linkifier-try.ts'

describe('The preview of a linkifier', () => {
  test('shows the links in a text', () => {
    const tried = tryLinkifier('#(?P<id>[0-9]+)', 'https://trees.example/{id}', 'see #12 and #7.')
    expect(tried?.parts).toEqual([
      { text: 'see ' },
      { text: '#12', address: 'https://trees.example/12' },
      { text: ' and ' },
      { text: '#7', address: 'https://trees.example/7' },
      { text: '.' },
    ])
  })

  test('is empty for an invalid pattern', () => {
    expect(tryLinkifier('(', 'https://trees.example', 'x')).toBeUndefined()
  })

  test('continues after an empty match', () => {
    expect(tryLinkifier('x*', 'https://trees.example', 'abc')?.parts).toEqual([{ text: 'abc' }])
  })
})

test.each([
  ['/{id}', { id: 'a b/c' }, '/a%20b%2Fc'],
  ['/{+path}', { path: 'a b/c' }, '/a%20b/c'],
  ['/x{?q,page}', { q: 'plum', page: '2' }, '/x?q=plum&page=2'],
  ['/x?a=1{&q}', { q: 'plum' }, '/x?a=1&q=plum'],
  ['/x{/a,b}', { a: '1', b: '2' }, '/x/1/2'],
  ['/x{#part}', { part: 'top' }, '/x#top'],
  ['/x{?none}', {}, '/x'],
])('the template %s is expanded', (template, values, address) => {
  expect(expandTemplate(template, values)).toBe(address)
})
