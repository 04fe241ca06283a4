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
  /** The number of the group for the match itself, without its surroundings. */
  whole: number
  names: [name: string, group: number][]
}

// A reserved group name; a pattern that uses it does not compile.
const whole = 'loquat_whole_match'
const before = String.raw`(?:^|[\s\v\x{1c}-\x{1f}\x{85}\pZ'"(,:<])`
const after = String.raw`(?:$|[^\pL\pN])`

const compiled = new Map<string, Compiled | undefined>()
const maxCachedPatterns = 1_000

/** RE2: matching is linear in the text for every pattern. */
function compile(pattern: string): Compiled | undefined {
  const known = compiled.get(pattern)
  if (known !== undefined || compiled.has(pattern)) return known
  if (compiled.size >= maxCachedPatterns) compiled.clear()
  const made = tryToCompile(pattern)
  compiled.set(pattern, made)
  return made
}

function tryToCompile(pattern: string): Compiled | undefined {
  // Loaded on first use: many organizations have no linkifiers.
  const { RE2JS } = createRequire(import.meta.url)('re2js') as typeof import('re2js')
  try {
    const expression = RE2JS.compile(`${before}(?P<${whole}>${pattern})${after}`)
    const { [whole]: number = 1, ...groups } = expression.namedGroups()
    return { expression, whole: number, names: Object.entries(groups) }
  } catch {
    // Patterns are checked when saved; an invalid one from elsewhere matches nothing.
    return undefined
  }
}

/** The matches of a linkifier, in order. The character after one match may precede the next. */
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
