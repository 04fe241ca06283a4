/** What an integration makes of something that happened elsewhere. */
export interface Told {
  topic: string
  content: string
}

/**
 * Turns what another service sends into words. Whatever comes: it never throws, changes nothing, and reads the payload only
 * through `read.ts`, because whoever knows the address can send anything.
 */
export interface Integration {
  /** In the address. */
  name: string
  title: string
  /** The kinds of event that it has words for, by which people choose. None where there is only one kind. */
  events: readonly string[]
  /** The header that says which kind it is. */
  eventHeader?: string
  /** Which kind it is, where the payload says it. */
  eventOf?(payload: unknown): string
  /** Undefined: nothing worth saying. */
  toMessage(payload: unknown, event: string): Told | undefined
}
