import type { ReasonTable } from './declare.ts'

/** Reasons of calls and of providers of video calls. */
export const callsReasons = {
  'calls-disabled': { kind: 'BadRequest', text: 'Calls are turned off on this server.' },
  'call-start-denied': { kind: 'BadRequest', text: "You don't have permission to start calls." },
  'call-not-found': { kind: 'RecordNotFound', text: 'This call has ended.' },
  'call-full': { kind: 'BadRequest', text: 'A call can have at most {limit} participants.' },
  'call-participant-not-found': { kind: 'RecordNotFound', text: 'This participant has left the call.' },
  'call-not-direct': { kind: 'BadRequest', text: 'Only calls in direct messages can be declined.' },
  'video-provider-not-configured': {
    kind: 'BadRequest',
    text: '{provider} is not set up on this server.',
  },
  'video-provider-failed': {
    kind: 'BadRequest',
    text: '{provider} could not create the call. Try again later.',
  },
  'video-meeting-not-found': { kind: 'RecordNotFound', text: 'This link to a meeting is not valid.' },
  'zoom-token-invalid': { kind: 'InvalidZoomToken', text: 'Connect Zoom first.' },
  'zoom-user-unknown': {
    kind: 'UnknownZoomUser',
    text: 'Zoom has no user with your email address.',
  },
} as const satisfies ReasonTable
