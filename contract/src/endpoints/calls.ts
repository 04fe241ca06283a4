import { z } from 'zod'
import { maxDirectRecipients, shortText, string } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { sample } from '../example.ts'
import { callLeaseSeconds, maxCallParticipants, maxSignalLength } from '../objects/call-limits.ts'
import { callObject, iceServerObject } from '../objects/calls.ts'
import { flag, json, jsonOrText, text } from '../param.ts'
import { sendReasons } from '../reasons/messages.ts'

/** Enough for `maxDirectRecipients` addresses. */
const maxRecipientsLength = maxDirectRecipients * 100

export const getCalls = endpoint({
  route: 'GET /calls',
  summary: 'Get calls',
  notes:
    'Use this when the client starts: returns the calls in progress in conversations that the caller can read, at most 200. Events `call` ' +
    'keep the list current. This is an extension of Loquat.',
  auth: 'user',
  gate: 'human',
  params: {},
  reply: { calls: z.array(callObject) },
})

export const startCall = endpoint({
  route: 'POST /calls',
  summary: 'Start a call',
  notes:
    'Use this to start a call in a topic or direct conversation. A message of the caller there shows the call; other clients show its text, with ' +
    'a link. If a call is in progress there, returns that one. Join afterward: a call that nobody joins ends within minutes. This is an ' +
    'extension of Loquat.',
  auth: 'user',
  gate: 'human',
  params: {
    type: text(z.enum(['direct', 'private', 'channel', 'stream'])),
    to: jsonOrText(z.unknown(), { maxLength: maxRecipientsLength }),
    topic: text(shortText.optional()),
  },
  example: { type: 'channel', to: 'orchard', topic: 'pears' },
  reply: { call: callObject },
  reasons: [...sendReasons, 'calls-disabled', 'call-start-denied'],
})

export const joinCall = endpoint({
  route: 'POST /calls/{call_id}/participants',
  summary: 'Join a call',
  notes:
    `Use this to take part in a call, from one device: joining from another one leaves on the first. A call has at most ${maxCallParticipants} ` +
    'participants. Each of them connects to every other by WebRTC: the later participant makes the offer. Signals go only to the queue `queue_id`. ' +
    `Renew at least every ${callLeaseSeconds} seconds. This is an extension of Loquat.`,
  auth: 'user',
  gate: 'human',
  path: { call_id: 'int' },
  params: { queue_id: text(string(100).optional()), is_muted: flag(), has_camera: flag() },
  example: { call_id: sample.call },
  reply: {
    participant_id: z.int(),
    call: callObject,
    ice_servers: z.array(iceServerObject),
    relay_only: z.boolean(),
    lease_seconds: z.int(),
  },
  reasons: ['calls-disabled', 'call-not-found', 'call-full'],
})

export const updateCallParticipant = endpoint({
  route: 'PATCH /calls/{call_id}/participants/{participant_id}',
  summary: 'Stay in a call',
  notes:
    `Use this to renew the participation, about every ${Math.floor(callLeaseSeconds / 3)} seconds, and to show others that the microphone, camera or ` +
    'screen was turned on or off. Participants who do not renew, or cannot read the conversation any longer, have left. This is an ' +
    'extension of Loquat.',
  auth: 'user',
  gate: 'human',
  path: { call_id: 'int', participant_id: 'int' },
  params: {
    is_muted: json(z.boolean().optional()),
    has_camera: json(z.boolean().optional()),
    shares_screen: json(z.boolean().optional()),
  },
  example: { call_id: sample.call, participant_id: sample.callParticipant, is_muted: true },
  reply: { call: callObject },
  reasons: ['call-not-found', 'call-participant-not-found'],
})

export const leaveCall = endpoint({
  route: 'DELETE /calls/{call_id}/participants/{participant_id}',
  summary: 'Leave a call',
  notes: 'Use this to leave. The call ends when the last participant leaves. This is an extension of Loquat.',
  auth: 'user',
  gate: 'human',
  path: { call_id: 'int', participant_id: 'int' },
  params: {},
  example: { call_id: sample.call, participant_id: sample.callParticipant },
  reply: {},
  reasons: ['call-not-found', 'call-participant-not-found'],
})

export const sendCallSignal = endpoint({
  route: 'POST /calls/{call_id}/signals',
  summary: 'Send a signal in a call',
  notes:
    'Use this to send a session description or ICE candidates to one other participant, whose device receives it as an event `call_signal`. The ' +
    'server does not interpret it. This is an extension of Loquat.',
  auth: 'user',
  gate: 'human',
  path: { call_id: 'int' },
  params: {
    participant_id: json(z.int()),
    to_participant_id: json(z.int()),
    data: text(string(maxSignalLength), { maxLength: maxSignalLength }),
  },
  example: {
    call_id: sample.call,
    participant_id: sample.callParticipant,
    to_participant_id: sample.otherCallParticipant,
    data: '{"candidates": []}',
  },
  reply: {},
  reasons: ['call-not-found', 'call-participant-not-found'],
})

export const declineCall = endpoint({
  route: 'POST /calls/{call_id}/decline',
  summary: 'Decline a call',
  notes:
    'Use this when a user declines a call in a direct conversation: it stops ringing on all devices of the user, and the others see it. The user ' +
    'can still join. This is an extension of Loquat.',
  auth: 'user',
  gate: 'human',
  path: { call_id: 'int' },
  params: {},
  example: { call_id: sample.directCall },
  reply: {},
  reasons: ['call-not-found', 'call-not-direct'],
})
