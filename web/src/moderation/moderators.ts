import type { FetchedMessage, InitialState } from '@loquat/contract'
import { hiddenClass } from '@loquat/contract/light'
import { myId } from '../session/session.ts'

export const isModerator = (org: InitialState): boolean =>
  org.is_owner === true || org.is_admin === true || org.is_moderator === true

export const canReport = (org: InitialState): boolean =>
  (org.realm_moderation_request_channel_id ?? -1) !== -1

/** Whether a moderator has hidden a message. No markup produces the class of the placeholder. */
export const isHidden = ({ content }: Pick<FetchedMessage, 'content'>): boolean =>
  content.startsWith(`<p class="${hiddenClass}">`)

/** The text that says why a message cannot be reported. */
export function reportObstacle(message: FetchedMessage, org: InitialState): string | undefined {
  if (!canReport(org)) return 'moderation.needs.channel'
  return message.sender_id === myId() || isHidden(message) ? 'moderation.needs.otherMessage' : undefined
}
