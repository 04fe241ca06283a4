import { shortText, string } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { text } from '../param.ts'

/** This many bytes, encoded as browsers do: base64url without padding. */
const bytes = (length: number) =>
  text(
    string(1_000)
      .regex(/^[A-Za-z0-9_-]*$/, 'This is not base64url')
      .length(Math.ceil((length * 4) / 3), `These are not ${length} bytes`),
  )
const address = text(shortText.min(1))

export const subscribeToPush = endpoint({
  route: 'POST /users/me/web_push_subscription',
  summary: 'Subscribe to Web Push',
  notes:
    'Use this in browsers to receive notifications while the app is closed. The parameters come from the ' +
    '`PushSubscription` that the browser creates with `server_web_push_public_key` of the register response. ' +
    'Payloads are encrypted for this browser. A known subscription becomes owned by the caller; it ends with the ' +
    'session it was created in, and when the push service reports that it is gone.',
  auth: 'user',
  gate: 'human',
  params: { endpoint: address, p256dh: bytes(65), auth: bytes(16) },
  example: {
    endpoint: 'https://push.example.net/send/c29tZSBicm93c2Vy',
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  reply: {},
  reasons: ['web-push-endpoint-not-https', 'web-push-key-invalid'],
})

export const unsubscribeFromPush = endpoint({
  route: 'DELETE /users/me/web_push_subscription',
  summary: 'Unsubscribe from Web Push',
  notes: 'Use this when the user turns off notifications in this browser.',
  auth: 'user',
  gate: 'human',
  params: { endpoint: address },
  example: { endpoint: 'https://push.example.net/send/c29tZSBicm93c2Vy' },
  reply: {},
  reasons: ['web-push-subscription-not-found'],
})
