import { lookup } from '../lib/derived.ts'
import { compose, openCompose, setText } from './compose.ts'

/** Appends a mention to the text in the box. */
export function mention(userId: number): void {
  const { userName, userIdsOf } = lookup()
  const name = userName(userId)
  if (name === undefined) return
  const written = userIdsOf(name).length > 1 ? `@**${name}|${userId}** ` : `@**${name}** `
  openCompose({ focus: 'text' })
  const { text } = compose()
  setText(text === '' || /\s$/.test(text) ? text + written : `${text} ${written}`)
}
