import type { UserStatusObject } from '@loquat/contract'
import { type User, userSetting } from '../../../directory/directory.ts'
import type { Status } from './store.ts'

/** Includes only the parts that are set. */
export function presentStatus(user: User, status: Status): UserStatusObject {
  return {
    ...(userSetting(user, 'presence_enabled') ? {} : { away: true as const }),
    ...(status.text === '' ? {} : { status_text: status.text }),
    ...(status.emojiName === ''
      ? {}
      : {
          emoji_name: status.emojiName,
          emoji_code: status.emoji.code,
          reaction_type: status.emoji.type,
        }),
  }
}
