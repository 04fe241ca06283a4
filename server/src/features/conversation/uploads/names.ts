import { randomKey } from '../../../platform/signer.ts'

/** 160 random bits, which cannot be guessed. */
const randomLength = 32
const maxNameLength = 200

/** The display name of a file. */
export function displayName(sent: string): string {
  const name = decodeName(sent)
    .replace(/\p{Cc}/gu, '')
    .toWellFormed()
  return Array.from(name).slice(0, maxNameLength).join('') || 'uploaded-file'
}

/** A name that is safe in a URL and in a Markdown link. */
export function safeName(name: string): string {
  const plain = name
    .normalize('NFKC')
    .replace(/[^\p{L}\p{M}\p{N}_.\s-]/gu, '')
    .trim()
    .replace(/[-\s]+/g, '-')
  const short = shortened(plain)
  return ['', '.', '..'].includes(short) ? 'uploaded-file' : short
}

/** Keeps the end of a long name, which has the extension. */
function shortened(name: string): string {
  const letters = Array.from(name)
  if (letters.length <= maxNameLength) return name
  const ending = /\.[\p{L}\p{N}]{1,10}$/u.exec(name)?.[0] ?? ''
  return letters.slice(0, maxNameLength - ending.length).join('') + ending
}

/** Decodes percent-escapes, as sent by browsers; invalid escapes stay. */
export function decodeName(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A unique path for a file. */
export const newPathId = (realmId: number, name: string) =>
  `${realmId}/${randomKey(randomLength)}/${safeName(name)}`

/**
 * Storage folder of a file and its thumbnails. Excludes the file name, because storage keys allow only simple names.
 */
export const folderOf = (pathId: string) => `uploads/${pathId.split('/').slice(0, 2).join('/')}`

export const fileKey = (pathId: string) => `${folderOf(pathId)}/file`

export const thumbnailKey = (pathId: string, thumbnail: string) => `${folderOf(pathId)}/${thumbnail}`
