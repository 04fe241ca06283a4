import { Html, html } from '../../platform/html.ts'

type Language = 'shell' | 'typescript' | 'json'

/** Tokens to highlight, by class: comments, strings, keywords, names and numbers. The first match wins. */
const tokens: Record<Language, RegExp> = {
  shell: /(?<c>^#.*$)|(?<s>'(?:[^']|'\\'')*'|"[^"]*")|(?<k>\bcurl\b)|(?<n>(?<=\s)--?[A-Za-z][\w-]*)/gm,
  typescript:
    /(?<c>^\/\/.*$)|(?<s>'(?:[^'\\]|\\.)*')|(?<k>\b(?:import|from|const|await|new)\b)|(?<m>\b(?:\d+|true|false|null)\b)/gm,
  json: /(?<n>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<s>"(?:[^"\\]|\\.)*")|(?<m>\b(?:-?\d[\d.]*|true|false|null)\b)/g,
}

export function highlightCode(language: Language, source: string): Html {
  const parts: Html[] = []
  let done = 0
  for (const match of source.matchAll(tokens[language])) {
    const kind = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined)?.[0] ?? ''
    parts.push(html`${source.slice(done, match.index)}<i class="${kind}">${match[0]}</i>`)
    done = match.index + match[0].length
  }
  return html`<pre tabindex="0"><code>${parts}${source.slice(done)}</code></pre>`
}

/** The only markup in notes is code in backquotes. */
export function renderNotes(text: string): Html {
  const parts = text.split('`').map((part, n) => (n % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))
  return new Html(parts.map((part) => part.text).join(''))
}

/** JSON formatted for people: values that fit stay on one line. */
export function prettyJson(value: unknown, indent = ''): string {
  const line = JSON.stringify(value) ?? 'null'
  if (typeof value !== 'object' || value === null || indent.length + line.length <= 56) return spaced(value)
  const inner = `${indent}  `
  const isList = Array.isArray(value)
  const parts = isList
    ? value.map((one) => prettyJson(one, inner))
    : Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${prettyJson(one, inner)}`)
  const [open, close] = isList ? '[]' : '{}'
  return `${open}\n${parts.map((part) => inner + part).join(',\n')}\n${indent}${close}`
}

function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${spaced(one)}`)
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
}
