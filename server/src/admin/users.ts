import { roles } from '@loquat/contract'
import type { User } from '../directory/directory.ts'
import { createUser } from '../features/administration/accounts/create.ts'
import { forgetLogins } from '../features/administration/second-factors/login-store.ts'
import { resetFactors } from '../features/administration/second-factors/reset.ts'
import { signOut } from '../features/administration/sign-in-policy/sign-out.ts'
import { apiKeyOf, recordShownKey } from '../features/identity/users/api-key.ts'
import { checkedPasswordHash } from '../features/identity/users/passwords.ts'
import { updateAccount } from '../features/identity/users/store.ts'
import { randomPassword } from '../platform/passwords.ts'
import type { Realm } from '../realms/realm.ts'
import { type Command, CommandError, organizationOption, realmOf } from './command.ts'

const emailOption = { value: 'EMAIL', about: 'address of the account', required: true } as const
const passwordOption = { value: 'PASSWORD', about: 'without it, one is made up and shown' }

function userOf(realm: Realm, email: string | undefined): User {
  const user = realm.directory.userByEmail(email ?? '')
  if (user === undefined || user.isSystemBot) throw new CommandError(`Nobody here has the address ${email}.`)
  return user
}

export const createUserCommand: Command = {
  summary: 'Create an account',
  options: {
    email: emailOption,
    name: { value: 'NAME', about: 'what the person is called', required: true },
    role: { value: 'ROLE', about: `one of ${Object.keys(roles).join(', ')} (default: member)` },
    password: passwordOption,
    organization: organizationOption,
  },
  run: async (context, values) => {
    const role = roles[(values.role ?? 'member') as keyof typeof roles]
    if (role === undefined) throw new CommandError(`There is no role "${values.role}".`)
    const realm = await realmOf(context, values)
    const app = await context.app()
    const email = values.email ?? ''
    const password = values.password ?? randomPassword()
    const passwordHash = await checkedPasswordHash(app, realm.directory, password)
    const id = await createUser(realm, { email, fullName: values.name ?? '', role, passwordHash })
    const user = realm.directory.users.get(id)
    const api_key = user && apiKeyOf(app.sealer, user)
    return {
      data: { user_id: id, email: user?.deliveryEmail, password, api_key },
      lines: [`Created ${user?.fullName} (${user?.deliveryEmail}).`, `Password  ${password}`],
    }
  },
}

export const userKeyCommand: Command = {
  summary: "Show an account's API key",
  options: { email: emailOption, organization: organizationOption },
  run: async (context, values) => {
    const realm = await realmOf(context, values)
    const user = userOf(realm, values.email)
    await recordShownKey(realm, user)
    const api_key = apiKeyOf((await context.app()).sealer, user)
    return { data: { user_id: user.id, email: user.deliveryEmail, api_key }, lines: [api_key] }
  },
}

export const userPasswordCommand: Command = {
  summary: 'Give an account a new password',
  options: { email: emailOption, password: passwordOption, organization: organizationOption },
  run: async (context, values) => {
    const realm = await realmOf(context, values)
    const user = userOf(realm, values.email)
    const password = values.password ?? randomPassword()
    const password_hash = await checkedPasswordHash(await context.app(), realm.directory, password)
    await realm.transact(async (tx) => {
      await updateAccount(tx, user.id, { password_hash })
      await forgetLogins(tx, user.id)
      tx.audit({ kind: 'password.changed', target: { type: 'user', id: user.id } })
    })
    return {
      data: { user_id: user.id, email: user.deliveryEmail, password },
      lines: [`${user.deliveryEmail} now has the password  ${password}`],
    }
  },
}

export const resetFactorsCommand: Command = {
  summary: 'Remove the second factors of an account',
  options: { email: emailOption, organization: organizationOption },
  run: async (context, values) => {
    const realm = await realmOf(context, values)
    const user = userOf(realm, values.email)
    if (!(await resetFactors(realm, user)))
      throw new CommandError(`${user.deliveryEmail} has no second factors.`)
    return {
      data: { user_id: user.id, email: user.deliveryEmail },
      lines: [`Removed the second factors of ${user.deliveryEmail}. An email says so.`],
    }
  },
}

export const signOutCommand: Command = {
  summary: 'End all browser sessions of an account',
  options: { email: emailOption, organization: organizationOption },
  run: async (context, values) => {
    const realm = await realmOf(context, values)
    const user = userOf(realm, values.email)
    const sessions = await signOut(realm, user)
    return {
      data: { user_id: user.id, email: user.deliveryEmail, sessions },
      lines: [`Ended ${sessions} sessions of ${user.deliveryEmail}.`],
    }
  },
}
