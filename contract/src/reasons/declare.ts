import type { ErrorName } from '../errors.ts'

/** A reason why a request fails. */
export interface ReasonRow {
  /** Gives the status, the `code` and the extra fields of the reply. */
  kind: ErrorName
  /** The request parameter at fault. `msg` begins with it; pages mark the form field of this name. */
  parameter?: string
  /** The English sentence. `{names}` in braces are the parameters of the reason. */
  text: string
}

/** Reasons by name: kebab-case, domain noun first. Names are part of the API and never change. */
export type ReasonTable = Readonly<Record<string, ReasonRow>>

/** The names in braces of a sentence. */
export type PlaceholdersOf<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholdersOf<Rest>
  : never

export type ReasonParams = Readonly<Record<string, string | number>>

/** Fills in a sentence, in any language. */
export const fillSentence = (text: string, params: ReasonParams): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''))
