import { open, rm } from 'node:fs/promises'
import { botTypes, roles } from '@loquat/contract'
import type { User } from '../directory/directory.ts'
import { createBot } from '../features/administration/bot-accounts/create.ts'
import { apiKeyOf } from '../features/identity/users/api-key.ts'
import type { Realm } from '../realms/realm.ts'
import { type Command, CommandError, organizationOption, realmOf } from './command.ts'

/** The owner of a new bot: the account with this email address, or the longest-standing owner of the organization. */
function ownerOf({ directory }: Realm, email: string | undefined): User {
  if (email !== undefined) {
    const user = directory.userByEmail(email)
    if (user === undefined || user.isSystemBot)
      throw new CommandError(`Nobody here has the address ${email}.`)
    return user
  }
  const owners = [...directory.users.values()].filter((user) => user.role === roles.owner && user.isActive)
  const [first] = owners.sort((a, b) => a.id - b.id)
  if (first === undefined) throw new CommandError('The organization has no owner; name one with --owner.')
  return first
}

/** Opens the credentials file before the bot is created, so that a problem with the path is reported first. */
async function openCredentialsFile(path: string) {
  return await open(path, 'wx', 0o600).catch((error: Error) => {
    throw new CommandError(`--out cannot be written: ${error.message}`)
  })
}

export const createBotCommand: Command = {
  summary: 'Create a bot, and show what it needs to log in',
  options: {
    name: { value: 'NAME', about: 'what it is called', required: true },
    'short-name': { value: 'WORD', about: 'the beginning of its address; without it, made from the name' },
    owner: { value: 'EMAIL', about: 'whose bot it is; without it, the first owner of the organization' },
    out: { value: 'FILE', about: 'a file to write address and key to, which must not exist' },
    organization: organizationOption,
  },
  run: async (context, values) => {
    const { name = '', out } = values
    const realm = await realmOf(context, values)
    const owner = ownerOf(realm, values.owner)
    const file = out === undefined ? undefined : await openCredentialsFile(out)
    try {
      const app = await context.app()
      const bot = await createBot(
        app,
        realm,
        owner.id,
        { ...plainBot, fullName: name, shortName: values['short-name'] ?? shortened(name) },
        [],
      )
      const { id, fullName, deliveryEmail: email } = bot
      const apiKey = apiKeyOf(app.sealer, bot)
      const { url } = realm.directory
      const lines = [`LOQUAT_BOT_URL=${url}`, `LOQUAT_BOT_EMAIL=${email}`, `LOQUAT_BOT_API_KEY=${apiKey}`]
      await file?.writeFile(`${lines.join('\n')}\n`)
      return {
        data: { user_id: id, email, api_key: apiKey, url, owner: owner.deliveryEmail },
        lines: out === undefined ? lines : [`Created ${fullName} (${email}). How it logs in is in ${out}.`],
      }
    } catch (error) {
      if (out !== undefined) await rm(out, { force: true })
      throw error
    } finally {
      await file?.close()
    }
  },
}

const plainBot = {
  type: botTypes.generic,
  payloadUrl: undefined,
  serviceName: undefined,
  config: {},
  interfaceType: 1,
  defaultSending: undefined,
  defaultEvents: undefined,
  allPublicChannels: false,
}

const shortened = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
