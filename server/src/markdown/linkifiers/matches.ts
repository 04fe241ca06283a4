import { createRequire } from 'node:module'
import type { RE2JS } from 're2js'
import type { Linkifier } from '../context.ts'
import { expandTemplate } from './url-template.ts'

export interface LinkifierMatch {
  start: number
  end: number
  url: string
}

interface Compiled {
  expression: RE2JS
  /** The number of the group that is the match itself, without what stands around it. */
  whole: number
  names: [name: string, group: number][]
}

// An author of a pattern cannot have meant this name; if they use it all the same, the pattern does not
// compile.
const whole = 'loquat_whole_match'
const before = String.raw`(?:^|[\s\v\x{1c}-\x{1f}\x{85}\pZ'"(,:<])`
const after = String.raw`(?:$|[^\pL\pN])`

const compiled = new Map<string, Compiled | undefined>()
const mostPatterns = 1_000

/** RE2: however the pattern is made, matching takes time linear in the text. */
function compile(pattern: string): Compiled | undefined {
  const known = compiled.get(pattern)
  if (known !== undefined || compiled.has(pattern)) return known
  if (compiled.size >= mostPatterns) compiled.clear()
  const made = tryToCompile(pattern)
  compiled.set(pattern, made)
  return made
}

function tryToCompile(pattern: string): Compiled | undefined {
  // Loaded at first use: many organizations have no linkifiers.
  const { RE2JS } = createRequire(import.meta.url)('re2js') as typeof import('re2js')
  try {
    const expression = RE2JS.compile(`${before}(?P<${whole}>${pattern})${after}`)
    const { [whole]: number = 1, ...groups } = expression.namedGroups()
    return { expression, whole: number, names: Object.entries(groups) }
  } catch {
    // It was checked when it was saved; one that came in some other way links nothing.
    return undefined
  }
}

/** What a linkifier finds, in order. The character after one match may stand before the next. */
export function* linkifierMatches(text: string, linkifier: Linkifier): Iterable<LinkifierMatch> {
  const made = compile(linkifier.pattern)
  if (made === undefined) return
  const matcher = made.expression.matcher(text)
  let from = 0
  while (from <= text.length && matcher.find(from)) {
    const start = matcher.start(made.whole)
    const end = matcher.end(made.whole)
    from = Math.max(end, from + 1)
    if (end <= start) continue
    const variables = Object.fromEntries(
      made.names.map(([name, group]) => [name, matcher.group(group) ?? undefined]),
    )
    yield { start, end, url: expandTemplate(linkifier.urlTemplate, variables) }
  }
}
