import { isUpload } from './file-names.ts'

export interface LinkedFile {
  name: string
  href: string
}

const link = /^\[([^[\]\n]+)\]\(([^\s()]+)\)$/u

/** Splits a message into its text and the files that the compose box appended. */
export function splitFiles(text: string): { text: string; files: LinkedFile[] } {
  const lines = text.trimEnd().split('\n')
  const files: LinkedFile[] = []
  while (lines.length > 0) {
    const [, name = '', href = ''] = link.exec(lines.at(-1)?.trim() ?? '') ?? []
    if (!isUpload(href)) break
    files.unshift({ name, href })
    lines.pop()
  }
  return { text: lines.join('\n'), files }
}
