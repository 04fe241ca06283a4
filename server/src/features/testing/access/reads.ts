import {
  canFetchFile,
  canFindByName,
  canListSubscribers,
  canReadById,
  hasMetadataAccess,
  isInChannelNarrow,
  isInPersonalHistory,
  isInPublicNarrow,
  type ModelChannel,
  type ModelFile,
  type ModelMessage,
  type Viewer,
  visibleTopics,
} from './model.ts'
import type { AccessWorld } from './organization.ts'
import { describeChannel, describeMessage, describeViewer, type Report } from './report.ts'

interface Answer {
  status: number
  body: Record<string, unknown>
}

/** A call by a viewer; without an account if it is a spectator. */
export async function call(
  { world, people }: AccessWorld,
  viewer: Viewer,
  route: `${'GET' | 'POST' | 'PATCH' | 'DELETE'} /${string}`,
  fields: Record<string, unknown> = {},
): Promise<Answer> {
  const [method = 'GET', path = ''] = route.split(' ')
  const params = new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
  const as = viewer === undefined ? {} : { as: people.get(viewer.id)! }
  const response = await world.raw(`/api/v1${path}${method === 'GET' ? `?${params}` : ''}`, {
    ...as,
    method,
    ...(method === 'GET' ? {} : { body: params }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

export const allowedOrDenied = (isAllowed: boolean) => (isAllowed ? 'allowed' : 'denied')

/** Anything but success and a denial is a difference from every expectation. */
export function outcomeOf({ status }: Answer, viewer: Viewer): string {
  if (status === 200) return 'allowed'
  return status === 400 || (viewer === undefined && status === 401) ? 'denied' : `status ${status}`
}

const everything = { anchor: 'oldest', num_before: 0, num_after: 4_000 }

const idsIn = ({ body }: Answer) =>
  new Set(((body.messages ?? []) as { id: number }[]).map((message) => message.id))

/** Which of the messages a narrow shows, one decision each. */
async function compareNarrow(
  access: AccessWorld,
  report: Report,
  viewer: Viewer,
  fields: object,
  isShown: (message: ModelMessage) => boolean,
): Promise<void> {
  const answer = await call(access, viewer, 'GET /messages', { ...fields })
  const shown = idsIn(answer)
  if (answer.status !== 200) {
    report.compare(
      () => `${describeViewer(viewer)} reads ${JSON.stringify(fields)}`,
      `status ${answer.status}`,
      'status 200',
    )
  }
  for (const message of access.messages) {
    report.compare(
      () =>
        `${describeViewer(viewer)} reads ${JSON.stringify(fields).slice(0, 120)}, in it ${describeMessage(access, message)}`,
      shown.has(message.id) ? 'shown' : 'hidden',
      isShown(message) ? 'shown' : 'hidden',
    )
  }
}

export async function compareChannel(
  access: AccessWorld,
  report: Report,
  viewer: Viewer,
  channel: ModelChannel,
): Promise<void> {
  const { messages, users } = access
  const { id, name } = channel
  const compare = async (action: string, route: `GET /${string}`, isAllowed: boolean, fields = {}) => {
    const answer = await call(access, viewer, route, fields)
    const what = () => `${describeViewer(viewer)} ${action} ${describeChannel(channel)}`
    report.compare(what, outcomeOf(answer, viewer), allowedOrDenied(isAllowed))
    return { answer, what }
  }
  await compare('gets', `GET /streams/${id}`, hasMetadataAccess(viewer, channel))
  const topics = visibleTopics(viewer, channel, messages)
  const { answer, what } = await compare(
    'lists the topics of',
    `GET /users/me/${id}/topics`,
    topics !== undefined,
  )
  // Notices of the server have topics of their own.
  const known = new Set(messages.filter((one) => one.channel === channel).map(({ topic }) => topic))
  const found = ((answer.body.topics ?? []) as { name: string }[]).map((one) => one.name)
  const listed = (names: Iterable<string>) => JSON.stringify([...names].sort())
  report.compare(what, listed(found.filter((one) => known.has(one))), listed(topics ?? []))

  if (viewer === undefined) {
    if (!channel.isWebPublic) return
    const narrow = [
      { operator: 'channels', operand: 'web-public' },
      { operator: 'channel', operand: id },
    ]
    return await compareNarrow(
      access,
      report,
      viewer,
      { ...everything, narrow },
      (one) => one.channel === channel,
    )
  }
  const subscribers = await compare(
    'lists the subscribers of',
    `GET /streams/${id}/members`,
    canListSubscribers(viewer, channel),
  )
  if (subscribers.answer.status === 200) {
    const seen = (subscribers.answer.body.subscribers as number[]).filter((one) => users.has(one))
    const sorted = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b).join(' ')
    report.compare(subscribers.what, sorted(seen), sorted(channel.subscribers))
  }
  await compare('looks up', 'GET /get_stream_id', canFindByName(viewer, channel), { stream: name })
  const narrow = [{ operator: 'channel', operand: id }]
  await compareNarrow(access, report, viewer, { ...everything, narrow }, (one) =>
    isInChannelNarrow(viewer, one, channel),
  )
}

export async function compareMessage(
  access: AccessWorld,
  report: Report,
  viewer: Viewer,
  message: ModelMessage,
): Promise<void> {
  // One of the three in turn: they share their rule, and calls take time.
  const part = viewer === undefined ? '' : ['', '/history', '/read_receipts'][(viewer.id + message.id) % 3]!
  const answer = await call(access, viewer, `GET /messages/${message.id}${part}`)
  report.compare(
    () => `${describeViewer(viewer)} reads${part.replace('/', ' ')} ${describeMessage(access, message)}`,
    outcomeOf(answer, viewer),
    allowedOrDenied(canReadById(viewer, message)),
  )
}

export async function compareFile(
  access: AccessWorld,
  report: Report,
  viewer: Viewer,
  file: ModelFile,
): Promise<void> {
  const { world, people, messages } = access
  const as = viewer === undefined ? {} : { as: people.get(viewer.id)! }
  const response = await world.raw(file.path, { ...as, redirect: 'manual' })
  await response.arrayBuffer()
  const { status } = response
  // Without an account, the login page is the answer.
  const isDenied = status === (viewer === undefined ? 302 : 403)
  const linked = messages.filter((one) => one.file === file)
  report.compare(
    () =>
      `${describeViewer(viewer)} downloads the file of ${file.ownerId} in ${linked.map((one) => describeMessage(access, one)).join(' and ') || 'no message'}`,
    status === 200 ? 'allowed' : isDenied ? 'denied' : `status ${status}`,
    allowedOrDenied(canFetchFile(viewer, file, messages)),
  )
}

/** Narrows over all channels and conversations. */
async function compareHistories(access: AccessWorld, report: Report, viewer: Viewer): Promise<void> {
  if (viewer === undefined) {
    const narrow = [{ operator: 'channels', operand: 'web-public' }]
    return await compareNarrow(
      access,
      report,
      viewer,
      { ...everything, narrow },
      (one) => one.channel?.isWebPublic === true,
    )
  }
  const isPersonal = (one: ModelMessage) => isInPersonalHistory(viewer, one)
  const isDirect = (one: ModelMessage) => one.channel === undefined && isPersonal(one)
  const message_ids = access.messages.map(({ id }) => id)
  const narrows: [object, (one: ModelMessage) => boolean][] = [
    [{ message_ids }, isPersonal],
    [{ ...everything, narrow: [] }, isPersonal],
    [{ ...everything, narrow: [['search', 'figs']] }, isPersonal],
    [{ ...everything, narrow: [['is', 'dm']] }, isDirect],
    [{ ...everything, narrow: [['channels', 'public']] }, (one) => isInPublicNarrow(viewer, one)],
    [{ message_ids, narrow: [['channels', 'public']] }, (one) => isInPublicNarrow(viewer, one)],
    [{ ...everything, narrow: [['has', 'attachment']] }, (one) => one.file !== undefined && isPersonal(one)],
  ]
  for (const [fields, isShown] of narrows) await compareNarrow(access, report, viewer, fields, isShown)
}

/** Everything that everyone can read, in the order of the viewers. */
export async function compareAllReads(access: AccessWorld, report: Report): Promise<void> {
  const viewers: Viewer[] = [...access.users.values(), undefined]
  await Promise.all(
    viewers.map(async (viewer) => {
      await compareHistories(access, report, viewer)
      for (const channel of access.channels) await compareChannel(access, report, viewer, channel)
      for (const message of access.messages) await compareMessage(access, report, viewer, message)
      for (const file of access.files) await compareFile(access, report, viewer, file)
    }),
  )
}
