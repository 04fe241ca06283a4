import { deleteApp, disconnectApp } from '../features/administration/apps/actions.ts'
import { appsWithPeople, findApp, peopleOfApp } from '../features/administration/apps/store.ts'
import type { Realm } from '../realms/realm.ts'
import {
  type Command,
  CommandError,
  type Context,
  organizationOption,
  realmOf,
  type Values,
} from './command.ts'

const appOption = { value: 'ID', about: 'the app, by its ID in the list' } as const

const day = (date: Date | null) => date?.toISOString().slice(0, 10) ?? 'never'

async function appOf(context: Context, realm: Realm, values: Values) {
  const { database } = await context.app()
  const id = /^[1-9]\d{0,14}$/.test(values.app ?? '') ? Number(values.app) : 0
  const app = await findApp(database.db, realm.id, id)
  if (app === undefined) throw new CommandError(`There is no app ${values.app}. See: app list`)
  return app
}

export const listAppsCommand: Command = {
  summary: 'List connected apps, or the people who connected one',
  options: { app: appOption, organization: organizationOption },
  run: async (context, values) => {
    const realm = await realmOf(context, values)
    const { clock, database } = await context.app()
    const now = new Date(clock.now())
    if (values.app !== undefined) {
      const app = await appOf(context, realm, values)
      const people = (await peopleOfApp(database.db, app.id, now)).map((row) => ({
        user_id: row.user_id,
        email: realm.directory.users.get(row.user_id)?.deliveryEmail ?? '',
        scopes: row.scopes,
        connected: row.connected_at,
        last_used: row.last_used_at,
      }))
      return {
        data: { app_id: app.id, name: app.name, people },
        lines: people.map(
          ({ email, connected, last_used: used, scopes }) =>
            `${email}  since ${day(connected)}  last use ${day(used)}  ${scopes.join(' ')}`,
        ),
      }
    }
    const apps = (await appsWithPeople(database.db, realm.id, now)).map((row) => ({
      app_id: row.id,
      name: row.name,
      client_id: row.client_id,
      registered_itself: row.registered_itself,
      scopes: row.scopes,
      people: Number(row.people),
    }))
    return {
      data: { apps },
      lines: apps.map(
        ({ app_id: id, name, registered_itself: itself, people, scopes }) =>
          `${id}  ${name}${itself ? ' (registered itself)' : ''}  ${people} ${people === 1 ? 'person' : 'people'}  ${scopes.join(' ')}`,
      ),
    }
  },
}

export const disconnectAppCommand: Command = {
  summary: 'End the access of an app to the account of one person',
  options: {
    app: { ...appOption, required: true },
    email: { value: 'EMAIL', about: 'address of the person', required: true },
    organization: organizationOption,
  },
  run: async (context, values) => {
    const realm = await realmOf(context, values)
    const app = await appOf(context, realm, values)
    const user = realm.directory.userByEmail(values.email ?? '')
    if (user === undefined) throw new CommandError(`Nobody here has the address ${values.email}.`)
    await disconnectApp(realm, user.id, app.id)
    return {
      data: { app_id: app.id, user_id: user.id },
      lines: [`Disconnected ${app.name} from the account of ${user.deliveryEmail}.`],
    }
  },
}

export const deleteAppCommand: Command = {
  summary: 'Delete an app, and end its access to all accounts',
  options: { app: { ...appOption, required: true }, organization: organizationOption },
  run: async (context, values) => {
    const realm = await realmOf(context, values)
    const app = await appOf(context, realm, values)
    await deleteApp(realm, app.id)
    return {
      data: { app_id: app.id, name: app.name },
      lines: [`Deleted ${app.name}. Its tokens have ended.`],
    }
  },
}
