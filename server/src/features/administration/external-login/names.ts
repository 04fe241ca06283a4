import type { Directory } from '../../../directory/directory.ts'
import { firstCharacters, trim } from '../../../text.ts'
import { checkedFullName } from '../../identity/users/rules.ts'

/** The first of some names that is one, made fit for here: others choose names by other rules than ours. */
export function fittingName(directory: Directory, candidates: readonly (string | undefined)[]): string {
  const name = candidates.map((candidate) => fit(candidate ?? '')).find(isLongEnough) ?? 'New member'
  let free = name
  for (let n = 2; !isFree(directory, free); n++) free = `${name} ${n}`
  return free
}

/** With room for a number. */
const longest = 90

/** Without what names may not have. What Unicode has not assigned yet may be a non-character. */
function fit(name: string): string {
  const words = name.replace(/[\p{Cc}\p{Cs}\p{Cn}*`\\>"@|]/gu, ' ').split(/\s+/)
  return trim(firstCharacters(trim(words.join(' ')), longest))
}

const isLongEnough = (name: string) => firstCharacters(name, 1) !== name

function isFree(directory: Directory, name: string): boolean {
  try {
    checkedFullName(directory, name)
    return true
  } catch {
    return !directory.setting('require_unique_names')
  }
}
