import { parseArgs } from 'node:util'
import { WireError } from '@loquat/contract'
import type { App } from '../app.ts'
import { BackupError } from '../backup/format.ts'
import { createApp } from '../create-app.ts'
import { type Connection, connectionFor } from '../db/connection.ts'
import type { Config } from '../platform/config.ts'
import { createCommandLogger } from '../platform/logger.ts'
import { StartError } from '../platform/start-error.ts'
import { workContext } from '../platform/work-context.ts'
import { deleteAppCommand, disconnectAppCommand, listAppsCommand } from './apps.ts'
import { exportAuditCommand, verifyAuditCommand } from './audit.ts'
import { backupCommand, restoreCommand, verifyBackupCommand } from './backups.ts'
import { createBotCommand } from './bots.ts'
import { type Command, CommandError, type Context, type Result } from './command.ts'
import { demoCommand } from './demo/command.ts'
import { verifyDiscoveryCommand } from './discovery.ts'
import { doctorCommand } from './doctor.ts'
import { encryptFilesCommand, encryptionStatusCommand, rotateMasterKeyCommand } from './encryption.ts'
import { eraseUserCommand } from './erasure.ts'
import { exportCommand } from './exports.ts'
import { endFollowCommand, followCommand } from './follow.ts'
import { importCommand } from './imports.ts'
import { inviteUserCommand } from './invitations.ts'
import { logsCommand } from './logs.ts'
import { moveCommand } from './move.ts'
import {
  createOrganizationCommand,
  reactivateOrganizationCommand,
  renameSubdomainCommand,
} from './organizations.ts'
import { resetPolicyCommand } from './policies.ts'
import { noProgress } from './progress.ts'
import { reloadCommand } from './reload.ts'
import { createScimTokenCommand, revokeScimTokenCommand } from './scim.ts'
import { createTokenCommand, listTokensCommand, revokeTokensCommand } from './tokens.ts'
import { upgradeDatabaseCommand } from './upgrade-database.ts'
import {
  createUserCommand,
  resetFactorsCommand,
  signOutCommand,
  userKeyCommand,
  userPasswordCommand,
} from './users.ts'

const commands: Record<string, Command> = {
  'org create': createOrganizationCommand,
  'org reactivate': reactivateOrganizationCommand,
  'org rename-subdomain': renameSubdomainCommand,
  'org reset-policy': resetPolicyCommand,
  'user create': createUserCommand,
  'user key': userKeyCommand,
  'user password': userPasswordCommand,
  'user reset-factors': resetFactorsCommand,
  'user sign-out': signOutCommand,
  'user invite': inviteUserCommand,
  'user erase': eraseUserCommand,
  'bot create': createBotCommand,
  'token create': createTokenCommand,
  'token list': listTokensCommand,
  'token revoke': revokeTokensCommand,
  'app list': listAppsCommand,
  'app disconnect': disconnectAppCommand,
  'app delete': deleteAppCommand,
  export: exportCommand,
  import: importCommand,
  follow: followCommand,
  'follow end': endFollowCommand,
  'follow move': moveCommand,
  'audit verify': verifyAuditCommand,
  'audit export': exportAuditCommand,
  'discovery verify': verifyDiscoveryCommand,
  'scim create-token': createScimTokenCommand,
  'scim revoke-token': revokeScimTokenCommand,
  backup: backupCommand,
  'backup verify': verifyBackupCommand,
  restore: restoreCommand,
  'encryption status': encryptionStatusCommand,
  'encryption files': encryptFilesCommand,
  'encryption rotate': rotateMasterKeyCommand,
  'upgrade-database': upgradeDatabaseCommand,
  reload: reloadCommand,
  demo: demoCommand,
  doctor: doctorCommand,
  logs: logsCommand,
}

type Terminal = Pick<Context, 'signal' | 'progress'> &
  Partial<Pick<Context, 'env' | 'input' | 'write' | 'hasColors' | 'lowerPriority'>>

interface Output {
  text: string
  exitCode: number
}

/** Runs the command that the arguments name. Safe beside a running server, which follows changes through the log. */
export async function runAdmin(
  args: string[],
  config: Config,
  terminal: Terminal = {
    signal: () => new AbortController().signal,
    progress: noProgress,
  },
): Promise<Output> {
  const wantsJson = args.includes('--json')
  try {
    const { name, command, rest } = find(args)
    if (command === undefined)
      return { text: help(), exitCode: args.length === 0 || args.includes('--help') ? 0 : 2 }
    if (rest.includes('--help')) return { text: helpFor(name, command), exitCode: 0 }
    const values = valuesOf(command, rest)
    const run = () => execute(command, values, config, terminal)
    const result = await workContext.run({ command: name }, run).finally(() => terminal.progress.end())
    return { text: present(result, wantsJson), exitCode: result.failed ? 1 : 0 }
  } catch (error) {
    const isPlain = plainErrors.some((one) => error instanceof one) || isUsage(error)
    const message = isPlain ? (error as Error).message : String(error)
    return { text: wantsJson ? JSON.stringify({ error: message }) : message, exitCode: 1 }
  }
}

function find(args: string[]): { name: string; command: Command | undefined; rest: string[] } {
  for (const words of [2, 1]) {
    const name = args.slice(0, words).join(' ')
    const command = commands[name]
    if (command !== undefined) return { name, command, rest: args.slice(words) }
  }
  return { name: '', command: undefined, rest: args }
}

function valuesOf(command: Command, args: string[]): Record<string, string | undefined> {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, option]) => [
      name,
      { type: 'isSwitch' in option ? ('boolean' as const) : ('string' as const) },
    ]),
  )
  const expected = command.positionals ?? []
  const { values, positionals } = parseArgs({
    args,
    options: { ...options, json: { type: 'boolean' } },
    allowPositionals: expected.length > 0,
  })
  const missing = expected[positionals.length]
  if (missing !== undefined) throw new UsageError(`${missing.value} is needed.`)
  if (positionals.length > expected.length)
    throw new UsageError(`Unexpected argument "${positionals.at(-1)}".`)
  const { json: _, ...given }: Record<string, string | boolean | undefined> = values
  for (const [n, { value }] of expected.entries()) given[value.toLowerCase()] = positionals[n]
  for (const [name, option] of Object.entries(command.options)) {
    if ('required' in option && !(name in given)) throw new UsageError(`--${name} ${option.value} is needed.`)
  }
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, value === true ? name : String(value)]),
  )
}

/** Bulk statements that store 100,000 messages exceed the timeout of requests. */
const bulkTimeoutMs = 600_000

async function execute(
  command: Command,
  values: Record<string, string | undefined>,
  config: Config,
  terminal: Terminal,
): Promise<Result> {
  let connection: Connection | undefined
  let app: App | undefined
  const context: Context = {
    config,
    env: {},
    input: process.stdin,
    write: (text) => void process.stdout.write(text),
    hasColors: process.stdout.isTTY === true,
    lowerPriority: () => {},
    ...terminal,
    connection: async () => {
      connection ??= await connectionFor(config)
      return connection
    },
    app: async ({ isBulk, ...options } = {}) => {
      connection ??= await connectionFor(config)
      const database = isBulk
        ? { ...connection.config, options: '-c synchronous_commit=off' }
        : connection.config
      const settings = isBulk ? { ...config, databaseTimeoutMs: bulkTimeoutMs } : config
      app ??= await createApp(settings, database, { logger: createCommandLogger(), ...options })
      return app
    },
  }
  try {
    return await command.run(context, values)
  } finally {
    await app?.close()
    await connection?.release()
  }
}

const present = ({ data, lines }: Result, wantsJson: boolean) =>
  wantsJson ? JSON.stringify(data, null, 2) : lines.join('\n')

class UsageError extends Error {}
/** Errors whose message is enough for the reader. */
const plainErrors = [CommandError, WireError, StartError, BackupError]

const isUsage = (error: unknown) =>
  error instanceof UsageError || String((error as { code?: string }).code).startsWith('ERR_PARSE_ARGS')

function help(): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length))
  return [
    'npm run admin -- COMMAND [OPTIONS] [--json]',
    '',
    ...Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    'COMMAND --help shows its options. The settings are those of the server (see the README).',
  ].join('\n')
}

function helpFor(name: string, { summary, options, positionals = [] }: Command): string {
  const rows = [
    ...positionals.map(({ value, about }) => [value, `${about} (needed)`]),
    ...Object.entries(options).map(([name, option]) => [
      'isSwitch' in option ? `--${name}` : `--${name} ${option.value}`,
      'required' in option ? `${option.about} (needed)` : option.about,
    ]),
  ]
  const width = Math.max(0, ...rows.map(([left = '']) => left.length))
  return [
    `${[name, ...positionals.map(({ value }) => value)].join(' ')}: ${summary}`,
    '',
    ...rows.map(([left = '', right = '']) => `  ${left.padEnd(width)}  ${right}`),
  ].join('\n')
}
