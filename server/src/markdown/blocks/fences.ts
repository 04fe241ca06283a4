import { maxDepth } from '../session.ts'

/** The opening of a fenced block: three or more backticks or tildes at the start of a line. */
export interface Fence {
  /** The exact closing line. */
  fence: string
  /** Lowercase; empty if none is named. */
  language: string
  header: string
}

export function openingFence(line: string): Fence | undefined {
  const mark = line[0]
  if (mark !== '`' && mark !== '~') return undefined
  let length = 1
  while (line[length] === mark) length++
  if (length < 3) return undefined
  const rest = line.slice(length).trim()
  if (/[`~]/.test(rest)) return undefined
  const fence = mark.repeat(length)
  if (rest === '') return { fence, language: '', header: '' }
  const named = /^(\{?)\.?([A-Za-z0-9_+\-./#,]+)(.*)$/.exec(rest)
  if (named === null) return undefined
  const [, brace, language = '', header = ''] = named
  return {
    fence,
    language: language.toLowerCase(),
    header: (brace === '{' && header.endsWith('}') ? header.slice(0, -1) : header).trim(),
  }
}

export const isQuote = ({ language }: { language: string }) => language === 'quote' || language === 'quoted'
export const isSpoiler = ({ language }: { language: string }) => language === 'spoiler'
/** Whether other fences can open inside. */
export const nests = (fence: { language: string }) => isQuote(fence) || isSpoiler(fence)

/** A block that is not parsed further, or only later. A placeholder replaces it in the text. */
export type FoldedBlock =
  | { kind: 'code'; language: string; lines: string[] }
  | { kind: 'math'; lines: string[] }
  | { kind: 'spoiler'; header: string; lines: string[] }

// Authors cannot type these: the mark is removed from their text.
const mark = '\u0003'
const placeholder = (index: number) => mark + index + mark

/** The folded block of a placeholder line. */
export function foldedAt(line: string | undefined, folded: readonly FoldedBlock[]): FoldedBlock | undefined {
  return line?.startsWith(mark) ? folded[Number(line.slice(1, -1))] : undefined
}

/**
 * Folds fenced blocks. The result has no fences: code, math and spoilers become placeholders on their own lines,
 * quotes become lines that start with `>`.
 */
export function foldFences(lines: readonly string[], defaultLanguage: string): [string[], FoldedBlock[]] {
  const folded: FoldedBlock[] = []
  let at = 0

  const fold = (block: FoldedBlock) => ['', placeholder(folded.push(block) - 1), '']

  function linesUntil(closing: string): string[] {
    const start = at
    while (at < lines.length && lines[at]?.trimEnd() !== closing) at++
    return lines.slice(start, at++)
  }

  function textUntil(closing: string | undefined, bareLanguage: string, depth: number): string[] {
    const text: string[] = []
    while (at < lines.length) {
      const line = lines[at++] ?? ''
      if (closing !== undefined && line.trimEnd() === closing) return text
      const fence = openingFence(line)
      if (fence === undefined) text.push(line)
      else for (const one of foldedBlock(fence, bareLanguage, depth)) text.push(one)
    }
    at++
    return text
  }

  function foldedBlock({ fence, language, header }: Fence, bareLanguage: string, depth: number): string[] {
    const start = at
    const block = { language: language || bareLanguage }
    const inner =
      nests(block) && depth < maxDepth
        ? textUntil(fence, isQuote(block) ? bareLanguage : '', depth + 1)
        : linesUntil(fence)
    // Nothing between the fences, not even an empty line: `at` went past the closing one.
    if (at - 1 === start) return []
    if (depth < maxDepth) {
      if (isQuote(block)) return ['', ...inner.map((line) => `> ${line}`), '']
      if (isSpoiler(block)) return fold({ kind: 'spoiler', header, lines: inner })
    }
    if (block.language === 'math') return fold({ kind: 'math', lines: inner })
    return fold({ kind: 'code', language: block.language, lines: inner })
  }

  return [textUntil(undefined, defaultLanguage.toLowerCase(), 0), folded]
}
