/** A message made from a payload. The topic is plain text, the content is markup. */
export interface WebhookMessage {
  topic: string
  content: string
}

/** Headings of the directory of integrations, in its order. */
export const integrationCategories = [
  'Version control',
  'Continuous integration',
  'Deployment',
  'Monitoring',
  'Project management',
  'Customer support',
  'Finance',
  'Automation',
] as const
export type IntegrationCategory = (typeof integrationCategories)[number]

/** Settings from the URL that change how a payload is formatted. */
export interface FormatOptions {
  /** Message text with placeholders: `template.ts`. */
  template?: string | undefined
}

/**
 * Turns the payload of another service into a message. Never throws and has no side effects. Reads the payload only through
 * `read.ts`, because anyone who knows the URL can send anything.
 */
export interface Integration {
  /** ID, and last part of the URL. */
  name: string
  /** Display name. */
  title: string
  category: IntegrationCategory
  /** One sentence for the directory of integrations. */
  description: string
  /** Events that can give a message, by which people filter. Empty if there is only one kind. */
  events: readonly string[]
  /** Header with the name of the event. */
  eventHeader?: string
  /** Name of the event, where it is part of the payload. */
  eventOf?(payload: unknown): string
  /**
   * Events that always accompany another one with the same information. Posted only if the URL filters the
   * other one out.
   */
  coveredBy?: Readonly<Record<string, string>>
  /** Header of a request that only checks the URL and expects the header in the response. */
  echoHeader?: string
  /** The text that the response must repeat, where the payload only checks the URL. Empty otherwise. */
  challengeOf?(payload: unknown): string
  /** Undefined if the event is not worth a message. */
  toMessage(payload: unknown, event: string, options?: FormatOptions): WebhookMessage | undefined
}
