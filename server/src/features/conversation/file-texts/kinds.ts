import type { Attachment } from '../uploads/store.ts'

export type FileKind = 'text' | 'pdf' | 'docx'

const kindsByType: Record<string, FileKind> = {
  'text/plain': 'text',
  'text/markdown': 'text',
  'text/x-markdown': 'text',
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
}
const kindsByEnding: Record<string, FileKind> = {
  txt: 'text',
  md: 'text',
  markdown: 'text',
  pdf: 'pdf',
  docx: 'docx',
}

/** Endings of the names of files with a text. */
export const readableEndings = Object.keys(kindsByEnding)

type NamedFile = Pick<Attachment, 'name' | 'content_type'>

/** How the text of a file is read; undefined if it has none. Programs may send any type, so the name counts as well. */
export function kindOf({ name, content_type }: NamedFile): FileKind | undefined {
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  if (Object.hasOwn(kindsByEnding, ending)) return kindsByEnding[ending]
  return Object.hasOwn(kindsByType, content_type) ? kindsByType[content_type] : undefined
}

/** Whether a file makes a message findable by more than the message shows: it has a text, or is linked by another text than its name. */
export const needsReading = (file: NamedFile, content: string) =>
  kindOf(file) !== undefined || !content.includes(`[${file.name}]`)
