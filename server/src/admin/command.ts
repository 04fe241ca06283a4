import { refuse, type WireError } from '@loquat/contract'
import type { App } from '../app.ts'
import type { AppOptions } from '../create-app.ts'
import type { Config } from '../platform/config.ts'
import type { Realm } from '../realms/realm.ts'

/** One thing that can be done from the shell. */
export interface Command {
  summary: string
  options: Record<string, Option | Switch>
  run(context: Context, values: Values): Promise<Result>
}

export interface Option {
  /** What to write for the value in the help text. */
  value: string
  about: string
  required?: true
}

/** An option that is there or not. */
export interface Switch {
  about: string
  isSwitch: true
}

/** What was given; of a switch, its own name. */
export type Values = Readonly<Record<string, string | undefined>>

export interface Context {
  config: Config
  /** Opens the database when first asked, starting the embedded one if it does not run. Who asks first says how. */
  app(options?: OpenOptions): Promise<App>
}

export interface OpenOptions extends Pick<AppOptions, 'clock'> {
  /** For bulk work: a power failure may lose what was written last, which takes half the time, and statements may take minutes. */
  isHasty?: true
}

/** The same as an object for programs and as lines for people. */
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
  if (realm === undefined) throw problem(`There is no organization "${values.organization ?? ''}".`)
  return realm
}

/** A refusal to show as a sentence. */
export const problem = (message: string): WireError => refuse('BadRequest', message)
