import { setTimeout as sleep } from 'node:timers/promises'
import { inviteToSetPassword, peopleToInvite } from '../features/administration/sign-in/first-password.ts'
import { type Command, CommandError, organizationOption, realmOf } from './command.ts'

/** At most a few per second, so that mail servers do not take them for spam. */
const intervalMs = 250

export const inviteUserCommand: Command = {
  summary: 'Email people a link to set their first password',
  options: {
    organization: organizationOption,
    email: { value: 'EMAIL', about: 'the person with this address' },
    all: { isSwitch: true, about: 'everybody who is active and has an address' },
    'only-never-logged-in': { isSwitch: true, about: 'of those, people who have never logged in' },
    'dry-run': { isSwitch: true, about: 'list the addresses, and send nothing' },
  },
  run: async (context, values) => {
    if ((values.email === undefined) === (values.all === undefined)) {
      throw new CommandError('Either --email EMAIL or --all is needed.')
    }
    const realm = await realmOf(context, values)
    const app = await context.app()
    const people = await peopleToInvite(app, realm, values['only-never-logged-in'] !== undefined)
    const email = values.email?.toLowerCase()
    const invited = people.filter((user) => email === undefined || user.deliveryEmail.toLowerCase() === email)
    if (email !== undefined && invited.length === 0) {
      throw new CommandError(`Nobody who can be invited has the address ${values.email}.`)
    }
    const isDryRun = values['dry-run'] !== undefined
    for (const [n, user] of isDryRun ? [] : invited.entries()) {
      if (n > 0) await sleep(intervalMs)
      await inviteToSetPassword(app, realm, user)
    }
    const emails = invited.map((user) => user.deliveryEmail)
    return {
      data: { invited: emails, dry_run: isDryRun },
      lines: [`${isDryRun ? 'Would email' : 'Emailed'} ${emails.length} people`, ...emails],
    }
  },
}
