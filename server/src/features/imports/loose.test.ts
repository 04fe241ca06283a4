import { describe, expect, it } from 'vitest'
import { idsInJson } from './loose.ts'

describe('IDs in a text of an archive', () => {
  it.each([
    ['[5, "7"]', ['5', '7']],
    ['[[1], null, 3]', ['3']],
    ['{"5": true}', []],
    ['5', []],
    ['[5,', []],
    ['', []],
  ])('are read from %s without an error', (text, ids) => {
    expect(idsInJson(text)).toEqual(ids)
  })
})
