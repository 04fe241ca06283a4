import { z } from 'zod'
import { string } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { flag, json, text } from '../param.ts'

/** Maximum length of the name of a meeting. */
const maxMeetingName = 256

export const createBigBlueButtonCall = endpoint({
  route: 'GET /calls/bigbluebutton/create',
  summary: 'Create a BigBlueButton call',
  notes:
    'Use this to get a link to a meeting, which the client inserts into a message. The meeting begins when somebody follows the link. ' +
    'Only users of the organization can join by it; the caller is the moderator.',
  auth: 'user',
  gate: 'human',
  params: { meeting_name: text(string(maxMeetingName)), voice_only: flag() },
  example: { meeting_name: 'Plum harvest' },
  reply: { url: z.string() },
  reasons: ['video-provider-not-configured'],
})

export const createZoomCall = endpoint({
  route: 'POST /calls/zoom/create',
  summary: 'Create a Zoom call',
  notes:
    'Use this to get a link to a meeting, which the client inserts into a message. Unless the server has a server-to-server app of Zoom, ' +
    'each user connects Zoom first: open `/calls/zoom/register` in a browser, and wait for the event `has_zoom_token`.',
  auth: 'user',
  gate: 'human',
  params: { is_video_call: json(z.boolean().default(true)) },
  example: { is_video_call: true },
  reply: { url: z.string() },
  reasons: [
    'video-provider-not-configured',
    'video-provider-failed',
    'zoom-token-invalid',
    'zoom-user-unknown',
  ],
})

export const disconnectZoom = endpoint({
  route: 'DELETE /calls/zoom/token',
  summary: 'Disconnect Zoom',
  notes:
    'Use this to remove the connection that the user made at `/calls/zoom/register`. The server deletes the tokens, sends the event ' +
    '`has_zoom_token`, and asks Zoom to revoke the access. Succeeds if Zoom is not connected. This is an extension of Loquat.',
  auth: 'user',
  gate: 'human',
  params: {},
  example: {},
  reply: {},
  reasons: [],
})
