import type { App } from '../app.ts'
import type { AppOptions } from '../create-app.ts'
import type { Connection } from '../db/connection.ts'
import type { Config } from '../platform/config.ts'
import type { Realm } from '../realms/realm.ts'
import type { ProgressDisplay } from './progress.ts'

/** A command of the admin CLI. */
export interface Command {
  summary: string
  /** Arguments without a name, all needed. `run` gets each as a value with the name in lower case. */
  positionals?: readonly { value: string; about: string }[]
  options: Record<string, Option | Switch>
  run(context: Context, values: Values): Promise<Result>
}

export interface Option {
  /** Placeholder of the value in the help text. */
  value: string
  about: string
  required?: true
}

/** An option without a value. */
export interface Switch {
  about: string
  isSwitch: true
}

/** Option values; a switch has its own name as value. */
export type Values = Readonly<Record<string, string | undefined>>

export interface Context {
  config: Config
  /** The environment of the command, for passing it on. All settings are in `config`. */
  env: Readonly<Record<string, string | undefined>>
  /**
   * Opens the database on the first call, starting the embedded one if necessary. The first call decides about the
   * options.
   */
  app(options?: OpenOptions): Promise<App>
  /** The database as it is, without migrating it. Starts the embedded one if necessary. */
  connection(): Promise<Connection>
  /** Aborted by Ctrl-C, which ends commands that never call this at once. */
  signal(): AbortSignal
  /**
   * Lets a server on this machine go first. Only after the database is open: if the command starts it, it would have the low
   * priority for as long as it runs.
   */
  lowerPriority(): void
  progress: ProgressDisplay
  /** For commands that show something while they run. */
  input: NodeJS.ReadableStream
  write(text: string): void
  hasColors: boolean
}

export interface OpenOptions extends Pick<AppOptions, 'clock'> {
  /**
   * For bulk work: allows longer statements and asynchronous commits, which take half the time but may lose the last
   * writes in a power failure.
   */
  isBulk?: true
}

/** The result, as an object for programs and as lines for people. */
export interface Result {
  data: Record<string, unknown>
  lines: string[]
  failed?: boolean
}

export const organizationOption: Option = {
  value: 'SUBDOMAIN',
  about: 'the organization, by its subdomain; without it, the one that has none',
}

export async function realmOf(context: Context, values: Values): Promise<Realm> {
  const app = await context.app()
  const realm = await app.realms.bySubdomain(values.organization ?? '')
  if (realm === undefined) throw new CommandError(`There is no organization "${values.organization ?? ''}".`)
  return realm
}

/** An error of a command, shown as a sentence. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}
