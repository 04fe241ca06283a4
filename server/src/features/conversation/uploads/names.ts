import { randomKey } from '../../../platform/signer.ts'

/** So many random bits that nobody guesses them: 160. */
const randomLength = 32
const longestName = 200

/** The name somebody gave a file, as it is shown. */
export function shownName(sent: string): string {
  const name = decoded(sent)
    .replace(/\p{Cc}/gu, '')
    .toWellFormed()
  return Array.from(name).slice(0, longestName).join('') || 'uploaded-file'
}

/** A name that can stand in an address and in a link. */
export function safeName(name: string): string {
  const plain = name
    .normalize('NFKC')
    .replace(/[^\p{L}\p{M}\p{N}_.\s-]/gu, '')
    .trim()
    .replace(/[-\s]+/g, '-')
  const short = shortened(plain)
  return ['', '.', '..'].includes(short) ? 'uploaded-file' : short
}

/** What a long name ends with says what it is. */
function shortened(name: string): string {
  const letters = Array.from(name)
  if (letters.length <= longestName) return name
  const ending = /\.[\p{L}\p{N}]{1,10}$/u.exec(name)?.[0] ?? ''
  return letters.slice(0, longestName - ending.length).join('') + ending
}

/** Browsers escape some characters in names; what is not an escape stays. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A place for a file that no other has. */
export const newPathId = (realmId: number, name: string) =>
  `${realmId}/${randomKey(randomLength)}/${safeName(name)}`

/** Where the bytes of a file and of what is made of it are. The name is no part of it: storages know plain names only. */
export const folderOf = (pathId: string) => `uploads/${pathId.split('/').slice(0, 2).join('/')}`

export const fileKey = (pathId: string) => `${folderOf(pathId)}/file`

export const thumbnailKey = (pathId: string, thumbnail: string) => `${folderOf(pathId)}/${thumbnail}`
