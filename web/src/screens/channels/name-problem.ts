export type NameProblem = 'empty' | 'long' | 'characters' | 'taken' | 'archived'

/** Validates a channel name before the request. Lengths are in code points. */
export function nameProblem(
  name: string,
  longest: number,
  holder: { is_archived: boolean } | undefined,
): NameProblem | undefined {
  const trimmed = name.trim()
  if (trimmed === '') return 'empty'
  if ([...trimmed].length > longest) return 'long'
  if (/[\p{Cc}\p{Cs}\p{Cn}]/u.test(trimmed)) return 'characters'
  if (holder !== undefined) return holder.is_archived ? 'archived' : 'taken'
  return undefined
}
