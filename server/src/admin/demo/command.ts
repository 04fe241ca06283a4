import type { App } from '../../app.ts'
import { createOrganization } from '../../features/administration/realm-lifecycle/create.ts'
import { checkedPasswordHash } from '../../features/identity/users/passwords.ts'
import { countChannelTraffic } from '../../features/places/channels/jobs.ts'
import { randomPassword } from '../../platform/passwords.ts'
import type { Realm } from '../../realms/realm.ts'
import { type Command, CommandError, organizationOption, type Values } from '../command.ts'
import { addBulk, bulkPeriodMs } from './bulk.ts'
import { Calendar } from './calendar.ts'
import { company, demoLogin, emailOf, type PersonName, people } from './cast.ts'
import { StoryClock } from './clock.ts'
import { habits } from './habits.ts'
import { Play } from './play.ts'
import { Stage } from './stage.ts'
import { hasMessagesOfPeople, redateNotices } from './store.ts'

/** Before the earliest working day that conversations refer to. */
const firstDay = -25

export const demoCommand: Command = {
  summary: 'Fill an organization with a made-up team and five weeks of its work, to look at',
  options: {
    organization: { ...organizationOption, about: `${organizationOption.about}. Made if it is not there` },
    password: { value: 'PASSWORD', about: 'for everybody; without it, one is made up and shown' },
    big: {
      isSwitch: true,
      about: 'with 5,000 more people, 500 channels and 100,000 messages from before, to measure with',
    },
    force: { isSwitch: true, about: 'also where people work already' },
  },
  run: async (context, values) => {
    const calendar = new Calendar(Date.now())
    const clock = new StoryClock(calendar.at(firstDay, 0))
    const app = await context.app({ clock, isBulk: true })
    const password = values.password ?? randomPassword()
    const since = clock.now() - (values.big === undefined ? 0 : bulkPeriodMs)
    const passwordHash = await checkedPasswordHash(app, undefined, password)
    const realm = await organizationFor(app, values, password, since)

    const stage = new Stage(app, realm, clock, calendar, passwordHash)
    await stage.build()
    if (values.big !== undefined) {
      await addBulk(app, realm, { reader: stage.user(demoLogin).id, until: clock.now() })
    }
    const play = new Play(stage)
    await play.run(habits(stage))
    // The nightly job, once for all nights of the story.
    await countChannelTraffic.run(app, {})
    return describe(realm, password, play.messageCount)
  },
}

/** The target organization: a new one, or an existing one with no users except its owner. */
async function organizationFor(app: App, values: Values, password: string, since: number): Promise<Realm> {
  const subdomain = values.organization ?? ''
  const existing = await app.realms.bySubdomain(subdomain)
  if (existing === undefined) {
    const realm = await createOrganization(app, {
      subdomain,
      name: company.name,
      owner: { email: emailOf('olga'), fullName: people.olga.name, password },
      since: new Date(since),
    })
    if (realm === undefined) throw new CommandError(`There is an organization at "${subdomain}" by now.`)
    return realm
  }
  if (existing.directory.userByEmail(emailOf(demoLogin)) !== undefined) {
    throw new CommandError(
      'The demo team works here already. To begin anew, take another organization or data folder.',
    )
  }
  if (values.force === undefined) await assertUnused(app, existing)
  // Message IDs rise with time, so the server's own first messages must be dated before the story.
  await redateNotices(app.database.db, existing.id, new Date(since))
  return existing
}

async function assertUnused(app: App, { id, directory }: Realm): Promise<void> {
  const others = [...directory.activeUsers()].filter((user) => user.role !== 100 && !user.isSystemBot)
  if (others.length > 0 || (await hasMessagesOfPeople(app.database.db, id))) {
    throw new CommandError(
      `People use ${directory.realm.name} already. --organization demo makes another one; --force fills this one, where the conversations of the demo team will look older than what was said before them.`,
    )
  }
}

function describe({ id, directory }: Realm, password: string, messages: number) {
  const emails = (Object.keys(people) as PersonName[]).map(emailOf)
  return {
    data: { realm_id: id, url: directory.url, login: emailOf(demoLogin), password, emails, messages },
    lines: [
      `${directory.realm.name} is at ${directory.url}, with ${messages} messages of ${emails.length} people and two bots.`,
      '',
      `Log in as  ${emailOf(demoLogin)}   (an administrator who has been away for two days)`,
      `Password   ${password}   (the same for everybody)`,
      '',
      'The others:',
      ...emails.filter((email) => email !== emailOf(demoLogin)).map((email) => `  ${email}`),
      '',
      'Start the server with "npm start" if it does not run.',
    ],
  }
}
