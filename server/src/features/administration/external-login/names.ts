import type { Directory, User } from '../../../directory/directory.ts'
import { firstCharacters, trim } from '../../../text.ts'
import { checkedFullName } from '../../identity/users/rules.ts'

/** The first usable name, changed to meet our rules and to be unique. */
export function usableName(
  directory: Directory,
  candidates: readonly (string | undefined)[],
  user?: User,
): string {
  const name = candidates.map((candidate) => sanitize(candidate ?? '')).find(isLongEnough) ?? 'New member'
  let free = name
  for (let n = 2; !isFree(directory, free, user); n++) free = `${name} ${n}`
  return free
}

/** Leaves room for a number. */
const maxLength = 90

/** Removes characters that names may not contain. Unassigned code points may be noncharacters. */
function sanitize(name: string): string {
  const words = name.replace(/[\p{Cc}\p{Cs}\p{Cn}*`\\>"@|]/gu, ' ').split(/\s+/)
  return trim(firstCharacters(trim(words.join(' ')), maxLength))
}

const isLongEnough = (name: string) => firstCharacters(name, 1) !== name

function isFree(directory: Directory, name: string, user: User | undefined): boolean {
  try {
    checkedFullName(directory, name, user)
    return true
  } catch {
    return !directory.setting('require_unique_names')
  }
}
