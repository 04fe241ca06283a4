import type { ReasonTable } from './declare.ts'

/** Reasons of event queues. */
export const clientsReasons = {
  'event-queue-narrow-unsupported': {
    kind: 'BadRequest',
    parameter: 'narrow',
    text: "'{operator}' isn't supported in the narrow of an event queue.",
  },
  'event-queue-all-channels-denied': {
    kind: 'BadRequest',
    parameter: 'all_public_streams',
    text: "guests can't receive all public channels.",
  },
  'event-queue-option-needs-login': {
    kind: 'BadRequest',
    text: "{parameter}: can't be true without logging in.",
  },
  // The code of these differs from `parameter-missing`.
  'event-queue-id-missing': { kind: 'BadRequest', text: "Missing 'queue_id' parameter." },
  'last-event-id-missing': { kind: 'BadRequest', text: "Missing 'last_event_id' parameter." },
} as const satisfies ReasonTable
