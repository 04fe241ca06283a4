import type { App } from '../app.ts'
import type { AppOptions } from '../create-app.ts'
import type { Config } from '../platform/config.ts'
import type { Realm } from '../realms/realm.ts'

/** A command of the admin CLI. */
export interface Command {
  summary: string
  /** Names of required arguments without `--`, in order. Their values are among the option values. */
  positionals?: readonly string[]
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
  /**
   * Opens the database on the first call, starting the embedded one if necessary. The first call decides about the
   * options.
   */
  app(options?: OpenOptions): Promise<App>
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
