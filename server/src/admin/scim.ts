import { scimPath } from '../features/administration/scim/resources.ts'
import { createToken, revokeToken } from '../features/administration/scim/tokens.ts'
import { type Command, organizationOption, realmOf } from './command.ts'

export const createScimTokenCommand: Command = {
  summary: 'Create the token of an identity provider, ending an earlier one',
  options: { organization: organizationOption },
  run: async (context, values) => {
    const realm = await realmOf(context, values)
    const token = await createToken(await context.app(), realm, null)
    const url = `${realm.directory.url}${scimPath}`
    return { data: { url, token }, lines: [`URL    ${url}`, `Token  ${token}`, 'It is not shown again.'] }
  },
}

export const revokeScimTokenCommand: Command = {
  summary: 'End provisioning by an identity provider',
  options: { organization: organizationOption },
  run: async (context, values) => {
    await revokeToken(await realmOf(context, values))
    return { data: { revoked: true }, lines: ['Revoked the SCIM token. Users and groups stay as they are.'] }
  },
}
