import { createHash } from 'node:crypto'
import { apiError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import type { BigBlueButton } from '../../../platform/calls-config.ts'
import { fetchOutside } from '../../../platform/outbound.ts'
import { randomKey } from '../../../platform/signer.ts'
import type { Realm } from '../../../realms/realm.ts'

const provider = 'BigBlueButton'
const purpose = 'bigbluebutton'
export const joinPath = '/calls/bigbluebutton/join'

/** A meeting in a signed link. Nothing is stored: the meeting begins when somebody follows the link. */
interface Meeting {
  id: string
  name: string
  voiceOnly: boolean
  moderatorId: number
}

export function bigBlueButtonOf({ config }: App): BigBlueButton {
  if (config.bigBlueButton === undefined) throw apiError('video-provider-not-configured', { provider })
  return config.bigBlueButton
}

/** The link to a new meeting. */
export function meetingLink(
  app: App,
  realm: Realm,
  user: User,
  { name, voiceOnly }: { name: string; voiceOnly: boolean },
): string {
  bigBlueButtonOf(app)
  const meeting: Meeting = { id: `loquat-${randomKey()}`, name, voiceOnly, moderatorId: user.id }
  const text = Buffer.from(JSON.stringify(meeting)).toString('base64url')
  const signature = app.signer.sign(purpose, `${realm.id} ${text}`)
  return `${realm.directory.url}${joinPath}?meeting=${text}.${signature}`
}

/** The meeting of a link of this organization. */
function meetingOf(app: App, realm: Realm, link: string): Meeting {
  const [text = '', signature = ''] = link.split('.')
  if (!app.signer.isSigned(purpose, `${realm.id} ${text}`, signature))
    throw apiError('video-meeting-not-found')
  return JSON.parse(Buffer.from(text, 'base64url').toString()) as Meeting
}

/** Begins the meeting if it has not begun. Returns the URL by which this user joins. */
export async function joinUrl(app: App, realm: Realm, user: User, link: string): Promise<string> {
  const server = bigBlueButtonOf(app)
  const meeting = meetingOf(app, realm, link)
  const created = await fetchOutside(
    signedUrl(server, 'create', {
      meetingID: meeting.id,
      name: meeting.name,
      lockSettingsDisableCam: String(meeting.voiceOnly),
    }),
    { timeoutMs: 10_000, maxBytes: 65_536, allowPrivate: true },
  ).catch(() => undefined)
  const reply = created?.status === 200 ? created.body.toString() : ''
  if (!reply.includes('<returncode>SUCCESS</returncode>'))
    throw apiError('video-provider-failed', { provider })
  const createTime = /<createTime>(\d{1,20})<\/createTime>/.exec(reply)?.[1]
  return signedUrl(server, 'join', {
    meetingID: meeting.id,
    fullName: user.fullName,
    role: user.id === meeting.moderatorId ? 'MODERATOR' : 'VIEWER',
    ...(createTime === undefined ? {} : { createTime }),
  })
}

/** A request of the API of BigBlueButton: the checksum covers the name of the call, the query and the secret. */
function signedUrl({ url, secret }: BigBlueButton, call: string, params: Record<string, string>): string {
  const query = new URLSearchParams(params).toString()
  const checksum = createHash('sha256').update(`${call}${query}${secret}`).digest('hex')
  return `${url}${call}?${query}&checksum=${checksum}`
}
