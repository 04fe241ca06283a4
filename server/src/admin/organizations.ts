import { welcome } from '../features/administration/accounts/welcome.ts'
import { createOrganization } from '../features/administration/realm-lifecycle/create.ts'
import { reactivateRealm } from '../features/administration/realm-lifecycle/deactivate.ts'
import { renameSubdomain } from '../features/administration/realm-lifecycle/rename.ts'
import { checkSubdomain } from '../features/administration/realm-lifecycle/subdomain.ts'
import { apiKeyOf } from '../features/identity/users/api-key.ts'
import { randomPassword } from '../platform/passwords.ts'
import { urlOf } from '../realms/url.ts'
import { type Command, CommandError, organizationOption, realmOf } from './command.ts'

export const createOrganizationCommand: Command = {
  summary: 'Create an organization and its owner',
  options: {
    name: { value: 'NAME', about: 'what it is called', required: true },
    subdomain: { value: 'WORD', about: 'its place below the public address; without it, the address itself' },
    'owner-email': { value: 'EMAIL', about: 'address of the owner', required: true },
    'owner-name': { value: 'NAME', about: 'name of the owner (default: Owner)' },
    kind: { value: 'KIND', about: '"education" for schools, with stricter permissions from the start' },
    'owner-password': { value: 'PASSWORD', about: 'without it, one is made up and shown' },
  },
  run: async (context, values) => {
    const subdomain = values.subdomain ?? ''
    if (!/^([a-z0-9]([a-z0-9-]*[a-z0-9])?)?$/.test(subdomain)) {
      throw new CommandError('A subdomain consists of small letters, digits and inner dashes.')
    }
    if (values.kind !== undefined && values.kind !== 'education')
      throw new CommandError('A kind is "education" or nothing.')
    const password = values['owner-password'] ?? randomPassword()
    const email = values['owner-email'] ?? ''
    const app = await context.app()
    const realm = await createOrganization(app, {
      subdomain,
      name: values.name ?? '',
      owner: { email, fullName: values['owner-name'] ?? 'Owner', password },
      isEducation: values.kind === 'education',
    })
    if (realm === undefined) throw new CommandError(`There is an organization at "${subdomain}" already.`)
    const owner = realm.directory.userByEmail(email)
    if (owner !== undefined) await welcome(app, realm, owner.id)
    return {
      data: {
        realm_id: realm.id,
        url: realm.directory.url,
        owner: { user_id: owner?.id, email, password, api_key: owner && apiKeyOf(app.sealer, owner) },
      },
      lines: [`${values.name} is at ${realm.directory.url}`, `Owner     ${email}`, `Password  ${password}`],
    }
  },
}

export const reactivateOrganizationCommand: Command = {
  summary: 'Bring a deactivated organization back as it was',
  options: { organization: organizationOption },
  run: async (context, values) => {
    const realm = await realmOf(context, values)
    if (!(await reactivateRealm(realm))) throw new CommandError('This organization is not deactivated.')
    const { name } = realm.directory.realm
    return {
      data: { realm_id: realm.id, url: realm.directory.url },
      lines: [`${name} is active again at ${realm.directory.url}`],
    }
  },
}

export const renameSubdomainCommand: Command = {
  summary: 'Move an organization to another subdomain',
  options: {
    organization: organizationOption,
    to: { value: 'WORD', about: 'the new subdomain, which must be free', required: true },
  },
  run: async (context, values) => {
    const realm = await realmOf(context, values)
    const app = await context.app()
    const to = values.to ?? ''
    const problem = await checkSubdomain(app, to)
    if (problem !== 'available') throw new CommandError(`The subdomain "${to}" cannot be used: ${problem}`)
    await renameSubdomain(realm, to)
    const url = urlOf(context.config.url, to)
    return { data: { realm_id: realm.id, url }, lines: [`${realm.directory.realm.name} is at ${url}`] }
  },
}
