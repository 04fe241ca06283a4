import { describe, expect, it } from 'vitest'
import { renderMessage } from '../render.ts'
import { testContext } from '../testing/context.ts'

const shown = (language: string, code: string) =>
  /<code>([\s\S]*)\n<\/code>/.exec(renderMessage(`\`\`\`${language}\n${code}\n\`\`\``, testContext).html)?.[1]

describe('Code', () => {
  it('has the proper name of its language', () => {
    const names = {
      Python: 'py python3 PY',
      'Python 2.x': 'py2',
      JavaScript: 'js',
      TypeScript: 'ts',
      'C++': 'c++ cpp',
      'C#': 'c# csharp',
      Go: 'go golang',
      Bash: 'sh bash zsh shell',
      'Bash Session': 'console',
      YAML: 'yml yaml',
      S: 'r',
      TeX: 'tex latex',
      Docker: 'dockerfile',
      'Text only': 'text',
      VimL: 'vim',
      none: 'none',
      txt: 'txt',
      mermaid: 'Mermaid',
    }
    for (const [name, words] of Object.entries(names)) {
      for (const word of words.split(' ')) {
        const { html } = renderMessage(`\`\`\`${word}\nx\n\`\`\``, testContext)
        expect(html, word).toContain(`data-code-language="${name}"`)
      }
    }
  })

  it('has its tokens marked for coloring', () => {
    expect(shown('py', 'def f(x):  # "no"\n    return \'a\' + 1.5')).toBe(
      '<span class="k">def</span> <span class="nf">f</span><span class="p">(</span>x<span class="p">):</span>  ' +
        '<span class="c1"># "no"</span>\n    <span class="k">return</span> <span class="s1">\'a\'</span> ' +
        '<span class="o">+</span> <span class="m">1.5</span>',
    )
    expect(shown('js', 'let a = `x\nb` /* c\n*/')).toBe(
      '<span class="k">let</span> a <span class="o">=</span> <span class="s2">`x\nb`</span> <span class="cm">/* c\n*/</span>',
    )
    expect(shown('html', '<a href="x">&</a>')).toBe(
      '<span class="nt">&lt;a</span> <span class="nv">href</span><span class="o">=</span><span class="s2">"x"</span>' +
        '<span class="nt">&gt;</span>&amp;<span class="nt">&lt;/a</span><span class="nt">&gt;</span>',
    )
    expect(shown('yaml', 'my-key: 1')).toBe(
      '<span class="nv">my-key</span><span class="p">:</span> <span class="mi">1</span>',
    )
    expect(shown('sql', 'SELECT 1')).toBe('<span class="k">SELECT</span> <span class="mi">1</span>')
    expect(shown('diff', '-a\n+b\n c')).toBe('<span class="gd">-a</span>\n<span class="gi">+b</span>\n c')
    expect(shown('php', '$a = null;')).toContain('<span class="nv">$a</span>')
  })

  it('has the same text with and without markup', () => {
    const code = 'if (a < b && c) { x["y"] = \'z\\\'\' } // "unclosed'
    for (const language of ['c', 'py', 'sh', 'html', 'css', 'tex', 'ini', 'lua', 'nolang']) {
      const text = shown(language, code)
        ?.replace(/<\/?span[^>]*>/g, '')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&amp;', '&')
      expect(text, language).toBe(code)
    }
  })

  it('can name its language in its first line', () => {
    expect(shown('', '#!python\nreturn')).toBe(
      '#!python\n<span class="k">return</span>'.replace('#!python', '<span class="c1">#!python</span>'),
    )
    expect(renderMessage('    :::python\n    return', testContext).html).toContain(
      '<code><span class="k">return</span>\n',
    )
  })
})
