import type { UserStatusObject } from '@loquat/contract'
import type { EmojiChoice } from '../emoji/emoji.ts'
import { api } from '../session/api.ts'
import { attempt, type Problem } from '../session/attempt.ts'
import { changeOrg, myId, org } from '../session/session.ts'

/** Sets the user status with an optimistic update; without text and emoji it is cleared. */
export async function setStatus(text: string, emoji: EmojiChoice | undefined): Promise<Problem | undefined> {
  const key = String(myId())
  const { [key]: before, ...others } = org().user_status ?? {}
  const show = (status: UserStatusObject | undefined) =>
    changeOrg((state) => ({
      ...state,
      user_status: status === undefined ? others : { ...others, [key]: status },
    }))
  const away = before?.away === undefined ? {} : { away: before.away }
  const said = text === '' ? {} : { status_text: text }
  const drawn =
    emoji === undefined ? {} : { emoji_name: emoji.name, emoji_code: emoji.code, reaction_type: emoji.type }
  show({ ...away, ...said, ...drawn })
  const problem = await attempt(() =>
    api.updateStatus({ status_text: text, ...(emoji === undefined ? { emoji_name: '' } : drawn) }),
  )
  if (problem !== undefined) show(before)
  return problem
}
