import { canSeeUserById } from '../directory/access-users.ts'
import type { Directory } from '../directory/directory.ts'
import { type HiddenUser, hiddenUser } from '../directory/unknown-person.ts'
import type { LogBody, LoggedEvent } from './logged-event.ts'

type BodyWithActor = Extract<LogBody, { type: 'reaction' | 'typing' }>

/** The placeholder for the user who caused an event, if the reader may not see that user. */
export function hiddenActorOf(
  { body }: LoggedEvent,
  readerId: number,
  directory: Directory,
): HiddenUser | undefined {
  if (directory.contacts === undefined) return undefined
  const actor = actorOf(body)
  return actor === undefined || canSeeUserById(directory, readerId, actor)
    ? undefined
    : hiddenUser(directory, actor)
}

/** The user who caused an event, if the event names one. */
function actorOf(body: LogBody): number | undefined {
  if (body.type === 'message') return body.message.sender_id
  if (body.type === 'reaction') return body.user_id
  return body.type === 'typing' ? body.sender.user_id : undefined
}

export const senderOf = ({ full_name, email, avatar_url }: HiddenUser) => ({
  sender_full_name: full_name,
  sender_email: email,
  avatar_url,
})

export const hasActor = (body: LogBody): body is BodyWithActor =>
  body.type === 'reaction' || body.type === 'typing'

export function redactActor(body: BodyWithActor, { email, full_name }: HiddenUser): BodyWithActor {
  return body.type === 'reaction'
    ? { ...body, user: { ...body.user, email, full_name } }
    : { ...body, sender: { ...body.sender, email } }
}
