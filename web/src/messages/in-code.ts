/** Fences whose content is not code. */
const prose = new Set(['quote', 'spoiler'])
const fenceLine = /^\s*(`{3,}|~{3,})[ \t]*([^\s`]*)/

interface Fence {
  mark: string
  isCode: boolean
}

/** The fences that are open after the lines. Within code, only the closing fence counts. */
function openFences(lines: readonly string[]): Fence[] {
  const open: Fence[] = []
  for (const line of lines) {
    const [, mark, word = ''] = fenceLine.exec(line) ?? []
    const innermost = open.at(-1)
    if (mark === undefined) continue
    const closes =
      word === '' &&
      innermost !== undefined &&
      mark[0] === innermost.mark[0] &&
      mark.length >= innermost.mark.length
    if (closes) open.pop()
    else if (!innermost?.isCode) open.push({ mark, isCode: !prose.has(word) })
  }
  return open
}

/** Whether the caret is in code: in a block, or between backticks of the same paragraph. */
export function isInCode(text: string, caret: number): boolean {
  const before = text.slice(0, caret)
  const lines = before.split('\n')
  const current = lines.pop() ?? ''
  if (openFences(lines).at(-1)?.isCode) return true
  if (fenceLine.test(current)) return false
  const last = lines.findLastIndex((line) => line.trim() === '' || fenceLine.test(line))
  return isInSpan([...lines.slice(last + 1), current].join('\n'))
}

/** Whether the line of the caret opens a block rather than closing one. */
export function opensFence(text: string, caret: number): boolean {
  const lines = text.slice(0, caret).split('\n')
  const current = lines.pop() ?? ''
  const [, mark, word] = fenceLine.exec(current) ?? []
  const innermost = openFences(lines).at(-1)
  return mark !== undefined && (innermost === undefined || (!innermost.isCode && word !== ''))
}

/** Runs of backticks of the same length are pairs; an unpaired one is open. */
function isInSpan(text: string): boolean {
  let open: string | undefined
  for (const [run] of text.matchAll(/`+/g)) {
    if (open === undefined) open = run
    else if (open === run) open = undefined
  }
  return open !== undefined
}
