import { createWorld, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'

const range = { anchor: 'newest', num_before: 1, num_after: 0 }

describe('A search', () => {
  it('with too many characters, words or phrases is rejected with the name of the parameter', async () => {
    const { carol } = await createWorld()
    const search = (query: string) => carol.api.getMessages({ ...range, narrow: [['search', query]] })
    const words = (count: number) => Array.from({ length: count }, (_, n) => `w${n}`).join(' ')
    const phrases = (count: number) => Array.from({ length: count }, (_, n) => `"p${n}"`).join(' ')
    const rows: [query: string, message: string][] = [
      [words(101), 'narrow: a search must have at most 100 words.'],
      [Array.from({ length: 101 }, () => '世').join(), 'narrow: a search must have at most 100 words.'],
      [phrases(11), 'narrow: a search must have at most 10 quoted phrases.'],
      ['x'.repeat(1_001), 'narrow[0][1]: must be at most 1000 characters'],
    ]
    for (const [query, message] of rows) {
      await expect(search(query)).rejects.toMatchObject({ status: 400, code: 'BAD_REQUEST', message })
    }
    for (const query of [words(100), phrases(10), '世'.repeat(1_000), '"same" '.repeat(50)]) {
      expect((await search(query)).messages).toEqual([])
    }
  })

  it('is one query for any number of search terms', async () => {
    const { carol } = await createWorld()
    const narrow = Array.from({ length: 3 }, (): [string, string] => ['search', 'x'.repeat(400)])
    await expect(carol.api.getMessages({ ...range, narrow })).rejects.toMatchObject(
      withReason('search-too-long'),
    )
  })
})

describe('A narrow', () => {
  it('may have at most 50 terms', async () => {
    const { carol } = await createWorld()
    const terms = (count: number) =>
      carol.api.getMessages({ ...range, narrow: Array.from({ length: count }, () => ['is', 'unread']) })
    expect((await terms(50)).messages).toEqual([])
    await expect(terms(51)).rejects.toMatchObject(withReason('parameter-invalid'))
  })
})
