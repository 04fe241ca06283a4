import { describe, expect, it } from 'vitest'
import { plainText } from './plain-text.ts'

describe('The plain text of rendered content', () => {
  it('has no markup', () => {
    const cases: [string, string][] = [
      ['<p>Two <strong>options</strong> for the mark</p>', 'Two options for the mark'],
      ['<p>one</p>\n<p>two</p>', 'one two'],
      ['<ul>\n<li>a</li>\n<li>b</li>\n</ul>', 'a b'],
      ['<p>1 &lt; 2 &amp; &quot;so&quot;</p>', '1 < 2 & "so"'],
      ['<p><span class="emoji emoji-1f44d" role="img" title="thumbs up">:+1:</span></p>', 'thumbs up'],
      ['', ''],
    ]
    for (const [html, words] of cases) expect(plainText(html, 120), html).toBe(words)
  })

  it('ends with an ellipsis if truncated, and never in the middle of a character', () => {
    expect(plainText(`<p>${'a'.repeat(130)}</p>`, 120)).toBe(`${'a'.repeat(120)}…`)
    expect(plainText('<p>🦊🦊🦊</p>', 2)).toBe('🦊🦊…')
  })
})
