import { describe, expect, it } from 'vitest'
import { testContext } from './testing/context.ts'
import { topicLinks } from './topic-links.ts'

const links = (topic: string, linkifiers = testContext.linkifiers) =>
  topicLinks(topic, linkifiers).map(({ text, url }) => `${text} ${url}`)

describe('topicLinks', () => {
  it('finds linkifier matches and bare URLs, in order', () => {
    expect(links('see site.com for #123, OPS-7 (https://x.com/a?b=1)')).toEqual([
      'site.com https://site.com',
      '#123 https://tracker.example/123',
      'OPS-7 https://ops.example/OPS-7',
      'https://x.com/a?b=1 https://x.com/a?b=1',
    ])
  })

  it('leaves the end of a sentence out of the URL', () => {
    expect(links('https://x.com/a. site.com?')).toEqual([
      'https://x.com/a https://x.com/a',
      'site.com https://site.com',
    ])
  })

  it('keeps repeats, which can share the space between them', () => {
    expect(links('#12 #12')).toEqual(['#12 https://tracker.example/12', '#12 https://tracker.example/12'])
  })

  it('lets the earlier linkifier win, regardless of position', () => {
    const linkifiers = [
      { pattern: '(?P<a>b c)', urlTemplate: 'https://1.example/{a}' },
      { pattern: '(?P<a>a b)', urlTemplate: 'https://2.example/{a}' },
      { pattern: '(?P<a>d)', urlTemplate: 'https://3.example/{a}' },
    ]
    expect(links('a b c d', linkifiers)).toEqual(['b c https://1.example/b%20c', 'd https://3.example/d'])
  })

  it('prefers a linkifier to the URL it covers', () => {
    const linkifiers = [{ pattern: 'https://x.com/(?P<id>[0-9]+)', urlTemplate: 'https://y.example/{id}' }]
    expect(links('https://x.com/12 https://x.com/z', linkifiers)).toEqual([
      'https://x.com/12 https://y.example/12',
      'https://x.com/z https://x.com/z',
    ])
  })

  it('skips matches without a URL', () => {
    const linkifiers = [{ pattern: '(?P<a>[a-z]+)', urlTemplate: 'javascript:{a}' }]
    expect(links('alert', linkifiers)).toEqual([])
    expect(links('alert', [{ pattern: '(?P<a>[a-z]+)', urlTemplate: ' java%73cript:{a}' }])).toHaveLength(1)
  })

  it('finds nothing in plain words, and survives an invalid pattern', () => {
    expect(links('lunch on friday', [])).toEqual([])
    expect(links('x #12', [{ pattern: '(((', urlTemplate: '' }])).toEqual([])
  })
})
