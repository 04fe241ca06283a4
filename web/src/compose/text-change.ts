export interface Selection {
  start: number
  end: number
}

/** Replaces the range between `from` and `to` by `text`, then selects. */
export interface TextChange {
  from: number
  to: number
  text: string
  selection: Selection
}

export const textChange = (from: number, to: number, text: string, selection: Selection): TextChange => ({
  from,
  to,
  text,
  selection,
})

export const withChange = (text: string, change: TextChange): string =>
  text.slice(0, change.from) + change.text + text.slice(change.to)

/** Start of the line that contains an offset. */
export const lineStart = (text: string, at: number): number =>
  at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1

/** The whole lines that a selection touches. */
export function linesAround(text: string, { start, end }: Selection): Selection {
  const next = text.indexOf('\n', end)
  return { start: lineStart(text, start), end: next < 0 ? text.length : next }
}
