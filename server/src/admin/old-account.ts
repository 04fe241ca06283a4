import { readFile } from 'node:fs/promises'
import { CommandError, type Context, type Values } from './command.ts'

/** Options that name an account on the server that is followed. */
export const oldAccountOptions = {
  email: { value: 'EMAIL', about: 'address of an account on the other server, best an administrator' },
  key: {
    value: 'KEY',
    about: 'its API key; --key-file and LOQUAT_FOLLOW_KEY keep it out of the list of processes',
  },
  'key-file': { value: 'FILE', about: 'a file whose first line is the API key; /dev/stdin reads the input' },
  once: { isSwitch: true, about: 'end as soon as the preview is current' },
} as const

/** The API key from the first place that has one. */
export async function oldKeyOf({ config }: Context, values: Values): Promise<string> {
  const path = values['key-file']
  if (values.key !== undefined && path !== undefined)
    throw new CommandError('Give --key or --key-file, not both.')
  const key = values.key ?? (path === undefined ? config.followKey : await firstLineOf(path))
  if (key === undefined || key.trim() === '')
    throw new CommandError('The API key is needed: --key KEY, --key-file FILE or LOQUAT_FOLLOW_KEY.')
  return key.trim()
}

async function firstLineOf(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new CommandError(`--key-file cannot be read: ${error.message}.`)
  })
  return text.split('\n')[0] ?? ''
}
