import { describe, expect, it } from 'vitest'
import { HistoryDiffs } from './diff.ts'

const inserted = (text: string) => `<span class="highlight_text_inserted">${text}</span>`
const deleted = (text: string) => `<span class="highlight_text_deleted">${text}</span>`

describe('The diff of two versions of a message', () => {
  it.each([
    ['<p>a <em>b</em></p>', '<p>a <em>c</em></p>', `<p>a <em>${deleted('b')}${inserted('c')}</em></p>`],
    ['<p>a b</p>', '<p>a <strong>b</strong></p>', '<p>a <strong>b</strong></p>'],
    ['<p>a <strong>b</strong></p>', '<p>a b</p>', '<p>a b</p>'],
    ['<p>a</p>', '<p>a</p>\n<ul>\n<li>b</li>\n</ul>', `<p>a</p>\n<ul>\n<li>${inserted('b')}</li>\n</ul>`],
    ['<p>a</p>\n<p>b</p>', '<p>a</p>', `<p>a</p>${deleted('b')}`],
    ['<p>1 &lt; 2</p>', '<p>1 &gt; 2</p>', `<p>1 ${deleted('&lt;')}${inserted('&gt;')} 2</p>`],
    ['<p>x</p>', '<p><a href="/" title="a>b">x</a></p>', '<p><a href="/" title="a>b">x</a></p>'],
    ['', '<p>x</p>', `<p>${inserted('x')}</p>`],
    ['<p>same</p>', '<p>same</p>', '<p>same</p>'],
  ])('from %j to %j', (before, after, expected) => {
    expect(new HistoryDiffs().between(before, after)).toBe(`<div>${expected}</div>`)
  })
})
