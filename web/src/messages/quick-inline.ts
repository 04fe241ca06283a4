export type InlineNode =
  | { kind: 'text'; text: string }
  | { kind: 'break' }
  | { kind: 'strong' | 'emphasis' | 'strike'; children: InlineNode[] }
  | { kind: 'code'; text: string }
  | { kind: 'link'; href: string; text: string }
  /** `id` if the mention includes it, to tell namesakes apart. */
  | { kind: 'mention'; name: string; id?: number; isSilent: boolean; isGroup: boolean }
  | { kind: 'channel-link'; channel: string; topic?: string }
  | { kind: 'emoji'; name: string }

interface Rule {
  pattern: RegExp
  make(match: RegExpExecArray, depth: number): InlineNode | undefined
}

/** Maximum nesting of marks. */
const maxDepth = 10

const rules: Rule[] = [
  {
    pattern: /(?<!`)(`+)(?!`)([\s\S]+?)(?<!`)\1(?!`)/uy,
    make: ([, , text = '']) => ({ kind: 'code', text: text.replace(/^ (?=\S)|(?<=\S) $/gu, '') }),
  },
  {
    pattern: /(?<![\p{L}\p{N}_])@(_?)\*\*([^*\n]+?)(?:\|(\d+))?\*\*/uy,
    make: ([, silent, name = '', id]) => ({
      kind: 'mention',
      name,
      ...(id === undefined ? {} : { id: Number(id) }),
      isSilent: silent === '_',
      isGroup: false,
    }),
  },
  {
    pattern: /(?<![\p{L}\p{N}_])@(_?)\*([^*\n]+?)\*(?!\*)/uy,
    make: ([, silent, name = '']) => ({ kind: 'mention', name, isSilent: silent === '_', isGroup: true }),
  },
  {
    pattern: /#\*\*([^*>\n]+)(?:>([^*\n]*))?\*\*/uy,
    make: ([, channel = '', topic]) => ({
      kind: 'channel-link',
      channel,
      ...(topic === undefined ? {} : { topic }),
    }),
  },
  {
    pattern: /\[([^[\]\n]+)\]\((https?:\/\/[^\s()]+|\/user_uploads\/[^\s()]+)\)/iuy,
    make: ([, text = '', href = '']) => ({ kind: 'link', href, text }),
  },
  {
    pattern: /https?:\/\/[^\s<>"`]+/iuy,
    make: ([found]) => {
      const href = withoutEnd(found)
      return URL.canParse(href) ? { kind: 'link', href, text: href } : undefined
    },
  },
  {
    pattern: /(?<![\p{L}\p{N}:]):([\p{Ll}\p{N}_+-]+):(?![\p{L}\p{N}])/uy,
    make: ([, name = '']) => ({ kind: 'emoji', name }),
  },
  marked('strong', /\*\*(?!\s)((?:[^*]|\*(?!\*))+?)(?<!\s)\*\*/uy),
  marked('strike', /~~(?!\s)([^~]+?)(?<!\s)~~/uy),
  marked('emphasis', /(?<!\*)\*(?![\s*])([^*]+?)(?<!\s)\*(?!\*)/uy),
  { pattern: /\n/uy, make: () => ({ kind: 'break' }) },
]

function marked(kind: 'strong' | 'emphasis' | 'strike', pattern: RegExp): Rule {
  return {
    pattern,
    make: ([, inside = ''], depth) =>
      depth < maxDepth ? { kind, children: inline(inside, depth + 1) } : undefined,
  }
}

/** The URL without trailing punctuation and unmatched closing parentheses. */
function withoutEnd(address: string): string {
  let text = address
  for (;;) {
    const shorter = text.replace(/[.,;:!?'*_~]+$/u, '')
    const opened = shorter.split('(').length
    const closed = shorter.split(')').length
    const next = shorter.endsWith(')') && closed > opened ? shorter.slice(0, -1) : shorter
    if (next === text) return text
    text = next
  }
}

/** Characters that can start a node; all others are skipped. */
const mayStartNode = /[`@#*~:\n[hH]/u

export const quickInline = (text: string): InlineNode[] => inline(text, 0)

function inline(text: string, depth: number): InlineNode[] {
  const nodes: InlineNode[] = []
  let from = 0
  const passOver = (to: number) => {
    if (to > from) nodes.push({ kind: 'text', text: text.slice(from, to) })
  }
  for (let at = 0; at < text.length; ) {
    const found = mayStartNode.test(text[at] ?? '') ? first(text, at, depth) : undefined
    if (found === undefined) {
      at++
      continue
    }
    passOver(at)
    nodes.push(found.node)
    at += found.length
    from = at
  }
  passOver(text.length)
  return nodes
}

function first(text: string, at: number, depth: number): { node: InlineNode; length: number } | undefined {
  for (const { pattern, make } of rules) {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    const node = match === null ? undefined : make(match, depth)
    if (match !== null && node !== undefined) {
      const isAddress = node.kind === 'link' && !match[0].startsWith('[')
      return { node, length: isAddress ? node.text.length : match[0].length }
    }
  }
  return undefined
}
