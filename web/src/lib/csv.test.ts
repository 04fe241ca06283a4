import { describe, expect, it } from 'vitest'
import { toCsv } from './csv.ts'

describe('CSV', () => {
  it('quotes cells with separators, quotes and line breaks', () => {
    expect(toCsv([['a', 'b,c', 'say "hi"', 'x\ny', 7]])).toBe('a,"b,c","say ""hi""","x\ny",7\r\n')
  })

  it('lets no text run as a formula, and keeps negative numbers', () => {
    expect(toCsv([['=1+1', '@sum', '-a', -5]])).toBe("'=1+1,'@sum,'-a,-5\r\n")
  })
})
