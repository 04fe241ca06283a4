import { eventsDuring, keyInEmail, type Mailbox, type Person, type World } from '@loquat/devkit'

/** Invites an address and returns the key in the email. */
export async function invited(
  world: World,
  mailbox: Mailbox,
  email: string,
  by: Person = world.alice,
  options: Partial<Parameters<Person['api']['sendInvitations']>[0]> = {},
): Promise<string> {
  await by.api.sendInvitations({ invitee_emails: email, stream_ids: [], ...options })
  const emails = await mailbox.emails(world)
  return keyInEmail(
    emails.find(({ recipients }) => recipients.includes(email)),
    '/join/',
  )
}

export const newcomer = { full_name: 'Nadia New', password: 'the quiet loquat tree' }

/** The types of the events that each user receives during an action. */
export async function typesFor(
  people: readonly Person[],
  action: () => Promise<unknown>,
): Promise<string[][]> {
  const [first, ...others] = people
  if (first === undefined) {
    await action()
    return []
  }
  let rest: string[][] = []
  const events = await eventsDuring(first, async () => {
    rest = await typesFor(others, action)
  })
  return [events.map((event) => event.type), ...rest]
}
