import { describe, expect, it } from 'vitest'
import { renderDescription, renderMessage } from './render.ts'

describe('renderMessage', () => {
  it('turns Markdown into HTML', () => {
    const cases: [source: string, html: string][] = [
      ['ripe *plums*', '<p>ripe <em>plums</em></p>'],
      ['**bold** `code`', '<p><strong>bold</strong> <code>code</code></p>'],
      ['one\ntwo', '<p>one<br>\ntwo</p>'],
      ['    indented', '<pre><code>indented\n</code></pre>'],
    ]
    for (const [source, html] of cases) expect(renderMessage(source), source).toBe(html)
  })

  it('shows HTML in the source as text', () => {
    const html = renderMessage('<script>alert(1)</script> <b onclick="x()">b</b>')
    expect(html).not.toMatch(/<(script|b)\b/)
    expect(html).toContain('&lt;script&gt;')
  })

  it('makes no link that runs a script', () => {
    for (const source of ['[x](javascript:alert(1))', '[x](JaVaScRiPt:alert(1))', '[x](data:text/html,x)']) {
      expect(renderMessage(source), source).not.toContain('<a ')
    }
  })
})

describe('renderDescription', () => {
  it('of nothing is nothing', () => {
    expect(renderDescription('')).toBe('')
    expect(renderDescription('*x*')).toBe('<p><em>x</em></p>')
  })
})
