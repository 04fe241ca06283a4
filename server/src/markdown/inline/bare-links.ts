import { createRequire } from 'node:module'
import type { Scope } from '../session.ts'
import { inline } from '../tree.ts'
import type { Pass } from './pass.ts'
import { hole, type Piece, replaceSpans, type Span } from './piece.ts'
import { linkTarget } from './urls.ts'

/** Bare URLs, domains, email addresses and bitcoin addresses in the text. */
export const bareLinks: Pass = {
  trigger: /[.:]/,
  apply: (piece, scope) => replaceSpans(piece, spansOf(piece, scope)),
}

function* spansOf({ text }: Piece, { session }: Scope): Iterable<Span> {
  const { url, fileLinks } = session.context
  for (const found of bareLinksIn(text, fileLinks, () => session.check())) {
    const href = linkTarget(found.address, url)
    if (href === undefined) continue
    const shown = text.slice(found.start, found.end)
    yield { start: found.start, end: found.end, node: () => inline('a', [shown], { href }) }
  }
}

export interface BareLink {
  start: number
  end: number
  /** With the scheme that the form of the link implies. */
  address: string
  kind: 'url' | 'domain' | 'email'
}

const word = String.raw`\p{L}\p{N}_`
const starts = new RegExp(String.raw`(?<![^\s'"(,:<])[${word}.-]`, 'gu')
const hostAt = new RegExp(`[${word}.-]+`, 'yu')
const webHostAt = new RegExp(`https?://[${word}.:@-]+`, 'yu')
const emailAt = new RegExp(`[${word}.-]+@[${word}.-]+`, 'yu')
const bitcoinAt = /bitcoin:[13][a-km-zA-HJ-NP-Z1-9]{25,34}/y
const fileAt = /file:\/\/\/[^\s"]+/y
const validDomain = new RegExp(String.raw`^(?:[${word}-]+\.)+([${word}-]+)$`, 'u')
const validEmail = new RegExp(String.raw`@[${word}.-]+\.[${word}]+$`, 'u')
const closers = new Set('!:;?),.\'">')

/**
 * A link ends where only punctuation follows up to the next space. So each stretch between spaces has one position
 * where links can end; and most stretches lack the characters that every link has.
 */
export function* bareLinksIn(text: string, fileLinks: boolean, check: () => void): Iterable<BareLink> {
  for (const { 0: stretch, index } of text.matchAll(/\S+/g)) {
    if (!/\..|:\/\/|bitcoin:/.test(stretch)) continue
    check()
    let tail = stretch.length
    while (closers.has(stretch[tail - 1] ?? '')) tail--
    let done = 0
    for (const { index: start } of stretch.matchAll(starts)) {
      const found = start < done ? undefined : linkAt(stretch, start, tail, fileLinks)
      if (found === undefined) continue
      done = found.end
      yield { ...found, start: index + found.start, end: index + found.end }
    }
  }
}

/** The link that begins here in a text without spaces, if only punctuation follows from `tail` on. */
function linkAt(text: string, start: number, tail: number, fileLinks: boolean): BareLink | undefined {
  const part = (expression: RegExp) => {
    expression.lastIndex = start
    return expression.exec(text)?.[0]
  }
  const address = (end: number, prefix = '') => prefix + text.slice(start, end)

  const web = part(webHostAt)
  if (web !== undefined) {
    const hostEnd = start + web.length
    const end = text[hostEnd] === '/' ? pathEnd(text, hostEnd, tail) : hostEndAt(hostEnd, tail)
    if (end === undefined || end <= start + web.indexOf('/') + 2) return undefined
    return { start, end, address: address(end), kind: 'url' }
  }
  const bitcoin = part(bitcoinAt)
  if (bitcoin !== undefined && start + bitcoin.length >= tail) {
    return { start, end: start + bitcoin.length, address: bitcoin, kind: 'url' }
  }
  const file = fileLinks ? part(fileAt) : undefined
  if (file !== undefined) return { start, end: tail, address: address(tail), kind: 'url' }

  const host = part(hostAt)
  if (host === undefined) return undefined
  const hostEnd = start + host.length
  if (text[hostEnd] === '/') {
    const end = isDomain(host) ? pathEnd(text, hostEnd, tail) : undefined
    return end === undefined ? undefined : { start, end, address: address(end, 'http://'), kind: 'domain' }
  }
  if (text[hostEnd] === '@') {
    const email = part(emailAt)
    const end = email === undefined ? undefined : hostEndAt(start + email.length, tail)
    if (end === undefined || !validEmail.test(text.slice(start, end))) return undefined
    return { start, end, address: address(end, 'mailto:'), kind: 'email' }
  }
  const end = hostEndAt(hostEnd, tail)
  if (end === undefined || !isDomain(text.slice(start, end))) return undefined
  return { start, end, address: address(end, 'http://'), kind: 'domain' }
}

/** The end of a host without a path, if only punctuation follows it. */
const hostEndAt = (end: number, tail: number) => (end >= tail ? Math.min(end, tail) : undefined)

const maxNesting = 7

/** The shortest path from this slash on with balanced parentheses and only punctuation after it. */
function pathEnd(text: string, slash: number, tail: number): number | undefined {
  let depth = 0
  for (let n = slash; n <= text.length; n++) {
    if (n >= tail && n > slash && depth === 0) return n
    const character = text[n]
    if (character === '"' || character === hole) return undefined
    if (character === '(' && ++depth > maxNesting) return undefined
    if (character === ')' && --depth < 0) return undefined
  }
  return undefined
}

function isDomain(name: string): boolean {
  const [, ending] = validDomain.exec(name) ?? []
  return ending !== undefined && topLevelDomains().has(ending)
}

let known: ReadonlySet<string> | undefined

/** Without endings that are more often file extensions. */
function topLevelDomains(): ReadonlySet<string> {
  if (known !== undefined) return known
  const all: string[] = createRequire(import.meta.url)('tlds')
  const set = new Set(all)
  for (const ending of ['java', 'md', 'mov', 'py', 'zip']) set.delete(ending)
  known = set
  return set
}
