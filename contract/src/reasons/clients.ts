import type { ReasonTable } from './declare.ts'

/** Reasons of event queues. */
export const clientsReasons = {
  'event-queue-narrow-unsupported': {
    kind: 'BadRequest',
    parameter: 'narrow',
    text: "'{operator}' cannot narrow an event queue.",
  },
  'event-queue-all-channels-denied': {
    kind: 'BadRequest',
    parameter: 'all_public_streams',
    text: 'guests may not follow all public channels.',
  },
  'event-queue-option-needs-login': {
    kind: 'BadRequest',
    text: '{parameter}: must not be true without logging in.',
  },
  // The code of these differs from `parameter-missing`.
  'event-queue-id-missing': { kind: 'BadRequest', text: "Missing 'queue_id' parameter." },
  'last-event-id-missing': { kind: 'BadRequest', text: "Missing 'last_event_id' parameter." },
} as const satisfies ReasonTable
