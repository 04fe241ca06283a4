import { string } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { text } from '../param.ts'

const token = text(
  string(8_192).refine(
    (value) => value !== '' && [...value].length <= 4096,
    'A token has 1 to 4096 characters',
  ),
)
/** Base64 decoding ignores other characters (RFC 2045), but not missing padding. */
const appleToken = text(
  token.schema.refine((value) => {
    const encoded = value.replace(/[^A-Za-z0-9+/=]/g, '')
    return encoded.length % 4 === 0 && /^[^=]*={0,2}$/.test(encoded)
  }, 'This is not base64'),
)

export const registerAppleDevice = endpoint({
  route: 'POST /users/me/apns_device_token',
  summary: 'Add an APNs device token',
  notes: 'Use this in iOS apps to register a device for push notifications.',
  auth: 'user',
  gate: 'human',
  params: {
    token: appleToken,
    appid: text(string(255).regex(/^[.a-zA-Z0-9-]+$/)),
  },
  example: { token: 'c29tZSBkZXZpY2U=', appid: 'org.example.Chat' },
  reply: {},
})

export const removeAppleDevice = endpoint({
  route: 'DELETE /users/me/apns_device_token',
  summary: 'Remove an APNs device token',
  notes: 'Use this in iOS apps when the user logs out.',
  auth: 'user',
  gate: 'human',
  params: { token: appleToken },
  example: { token: 'c29tZSBkZXZpY2U=' },
  reply: {},
  reasons: ['device-not-found'],
})

export const registerAndroidDevice = endpoint({
  route: 'POST /users/me/android_gcm_reg_id',
  summary: 'Add an FCM registration token',
  notes: 'Use this in Android apps to register a device for push notifications.',
  auth: 'user',
  gate: 'human',
  params: { token },
  example: { token: 'c29tZSBvdGhlciBkZXZpY2U' },
  reply: {},
})

export const removeAndroidDevice = endpoint({
  route: 'DELETE /users/me/android_gcm_reg_id',
  summary: 'Remove an FCM registration token',
  notes: 'Use this in Android apps when the user logs out.',
  auth: 'user',
  gate: 'human',
  params: { token },
  example: { token: 'c29tZSBvdGhlciBkZXZpY2U' },
  reply: {},
  reasons: ['device-not-found'],
})

export const sendTestNotification = endpoint({
  route: 'POST /mobile_push/test_notification',
  summary: 'Send a test notification',
  notes: 'Use this to check the setup of push notifications on one device, or on all devices of the caller.',
  auth: 'user',
  gate: 'human',
  params: { token: text(string(8_192).optional()) },
  example: {},
  reply: {},
  reasons: ['device-unknown', 'device-notifications-unsupported'],
})
