import { linesAround, type Selection, type TextChange, textChange } from './text-change.ts'

type LineCommand = 'quote' | 'bullets' | 'numbers' | 'indent' | 'outdent'

const indentation = '  '

/** Adds a prefix to all lines, or removes it from all. */
export function toggleLines(
  text: string,
  selection: Selection,
  command: LineCommand,
): TextChange | undefined {
  const around = linesAround(text, selection)
  const lines = text.slice(around.start, around.end).split('\n')
  const changed = changedLines(lines, command)
  if (changed === undefined) return undefined
  const end = around.start + changed.join('\n').length
  // A caret moves with its line; a selection expands to whole lines.
  const caret = Math.max(around.start, selection.start + (changed[0] ?? '').length - (lines[0] ?? '').length)
  const next = selection.start === selection.end ? { start: caret, end: caret } : { start: around.start, end }
  return textChange(around.start, around.end, changed.join('\n'), next)
}

function changedLines(lines: readonly string[], command: LineCommand): string[] | undefined {
  if (command === 'indent') return lines.map((line) => (line.trim() === '' ? line : indentation + line))
  if (command === 'outdent') {
    return lines.some((line) => line.startsWith(' '))
      ? lines.map((line) => line.replace(/^ {1,2}/u, ''))
      : undefined
  }
  const sign = { quote: /^> /u, bullets: /^- /u, numbers: /^\d+\. /u }[command]
  // Blank lines are part of quotes, but not list items.
  const counts = (line: string) => command === 'quote' || line.trim() !== ''
  const counted = lines.filter(counts)
  const all = counted.length === 0
  if (!all && counted.every((line) => sign.test(line))) {
    return lines.map((line) => (counts(line) ? line.replace(sign, '') : line))
  }
  let number = 0
  return lines.map((line) => {
    if (!all && !counts(line)) return line
    number++
    return `${{ quote: '>', bullets: '-', numbers: `${number}.` }[command]} ${line}`
  })
}

const closing = '```'

/** Adds a fence around whole lines, or removes it. */
export function toggleFence(text: string, selection: Selection, opening: string): TextChange {
  const { start, end } = linesAround(text, selection)
  const inside = text.slice(start, end)
  const before = text.slice(0, start)
  const after = text.slice(end)
  const isOpened = before === `${opening}\n` || before.endsWith(`\n${opening}\n`)
  const isClosed = after === `\n${closing}` || after.startsWith(`\n${closing}\n`)
  if (isOpened && isClosed) {
    const from = start - opening.length - 1
    return textChange(from, end + closing.length + 1, inside, { start: from, end: from + inside.length })
  }
  const from = start + opening.length + 1
  return textChange(start, end, `${opening}\n${inside}\n${closing}`, {
    start: from,
    end: from + inside.length,
  })
}
