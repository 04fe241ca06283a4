import { knows } from '../directory/access-users.ts'
import type { Directory } from '../directory/directory.ts'
import { type Unknown, unknownPerson } from '../directory/unknown-person.ts'
import type { LogBody, LoggedEvent } from './logged-event.ts'

type Naming = Extract<LogBody, { type: 'reaction' | 'typing' }>

/** What stands for whoever did something, for readers who may not know them. */
export function unknownIn(
  { body }: LoggedEvent,
  readerId: number,
  directory: Directory,
): Unknown | undefined {
  if (directory.contacts === undefined) return undefined
  const doer = doerOf(body)
  return doer === undefined || knows(directory, readerId, doer) ? undefined : unknownPerson(directory, doer)
}

/** Who did what an event tells, if it names them. */
function doerOf(body: LogBody): number | undefined {
  if (body.type === 'message') return body.message.sender_id
  if (body.type === 'reaction') return body.user_id
  return body.type === 'typing' ? body.sender.user_id : undefined
}

export const senderOf = ({ full_name, email, avatar_url }: Unknown) => ({
  sender_full_name: full_name,
  sender_email: email,
  avatar_url,
})

export const namesDoer = (body: LogBody): body is Naming => body.type === 'reaction' || body.type === 'typing'

export function withoutName(body: Naming, { email, full_name }: Unknown): Naming {
  return body.type === 'reaction'
    ? { ...body, user: { ...body.user, email, full_name } }
    : { ...body, sender: { ...body.sender, email } }
}
