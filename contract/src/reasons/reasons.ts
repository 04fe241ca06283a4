import { administrationReasons } from './administration.ts'
import { archivesReasons } from './archives.ts'
import { callsReasons } from './calls.ts'
import { clientsReasons } from './clients.ts'
import { conversationReasons } from './conversation.ts'
import type { PlaceholdersOf, ReasonRow } from './declare.ts'
import { identityReasons } from './identity.ts'
import { importsReasons } from './imports.ts'
import { interactionsReasons } from './interactions.ts'
import { messagesReasons } from './messages.ts'
import { moderationReasons } from './moderation.ts'
import { operationsReasons } from './operations.ts'
import { placesReasons } from './places.ts'
import { programAccessReasons } from './program-access.ts'
import { reachReasons } from './reach.ts'
import { requestReasons } from './request.ts'
import { sharedReasons } from './shared.ts'
import { signInReasons } from './sign-in.ts'
import { summariesReasons } from './summaries.ts'

/** The tables by area. Translations are in files of the same names. */
export const reasonAreas = {
  request: requestReasons,
  shared: sharedReasons,
  places: placesReasons,
  messages: messagesReasons,
  conversation: conversationReasons,
  interactions: interactionsReasons,
  moderation: moderationReasons,
  calls: callsReasons,
  identity: identityReasons,
  reach: reachReasons,
  summaries: summariesReasons,
  imports: importsReasons,
  operations: operationsReasons,
  archives: archivesReasons,
  clients: clientsReasons,
  'sign-in': signInReasons,
  'program-access': programAccessReasons,
  administration: administrationReasons,
} as const

/** Every reason why a request can fail. */
export const reasons = {
  ...requestReasons,
  ...sharedReasons,
  ...placesReasons,
  ...messagesReasons,
  ...conversationReasons,
  ...interactionsReasons,
  ...moderationReasons,
  ...callsReasons,
  ...identityReasons,
  ...reachReasons,
  ...summariesReasons,
  ...importsReasons,
  ...operationsReasons,
  ...archivesReasons,
  ...clientsReasons,
  ...signInReasons,
  ...programAccessReasons,
  ...administrationReasons,
} as const

export type Reason = keyof typeof reasons
/** Reasons of imports that run in the background. */
export type ArchiveReason = keyof typeof archivesReasons
export type KindOf<R extends Reason> = (typeof reasons)[R]['kind']
/** The parameters of a reason: the `{names}` of its sentence. */
export type ParamsOfReason<R extends Reason> = {
  readonly [Name in PlaceholdersOf<(typeof reasons)[R]['text']>]: string | number
}

export const isReason = (name: string): name is Reason => Object.hasOwn(reasons, name)
export const reasonRow = (reason: Reason): ReasonRow => reasons[reason]

/** Reasons that every endpoint can give and none declares. */
export const isCommonReason = (reason: Reason): boolean => Object.hasOwn(requestReasons, reason)
