import {
  canDelete,
  canEdit,
  canFetchFile,
  canModify,
  canPost,
  canRemove,
  canStar,
  canSubscribe,
  channelPermissionNames,
  hasContentAccess,
  type ModelChannel,
  type ModelMessage,
  type ModelUser,
} from './model.ts'
import {
  type AccessWorld,
  addMessage,
  type Kind,
  kinds,
  randomGroup,
  textWith,
  wireGroup,
  wireKind,
} from './organization.ts'
import { allowedOrDenied, call, compareChannel, compareFile, compareMessage, outcomeOf } from './reads.ts'
import { describeChannel, describeMessage, describeViewer, type Report } from './report.ts'

interface Step {
  actor: ModelUser
  channel: ModelChannel
  message: ModelMessage
  other: ModelUser
}

type Route = Parameters<typeof call>[2]

/** One attempt: the call, the decision of the model, and the effect on the model if it is allowed. */
interface Attempt {
  action: string
  route: Route
  fields?: Record<string, unknown>
  isAllowed: boolean
  effect(body: Record<string, unknown>): void
}

type Action = (access: AccessWorld, step: Step) => Attempt

const send: Action = (access, { actor, channel }) => {
  const { users, messages, files, choose } = access
  const linked = choose.chance(0.3) && files.length > 0 ? choose.one(files) : undefined
  const topic = choose.one(['apples', 'pears', 'plums'])
  // A link to a file that the sender cannot fetch is plain text.
  const file = linked !== undefined && canFetchFile(actor, linked, messages) ? linked : undefined
  return {
    action: `sends to ${describeChannel(channel)}`,
    route: 'POST /messages',
    fields: { type: 'channel', to: channel.id, topic, content: textWith(linked) },
    isAllowed: canPost(actor, channel, users),
    effect: ({ id }) =>
      addMessage(access, {
        id: id as number,
        senderId: actor.id,
        topic,
        channel,
        file,
        rows: channel.subscribers,
      }),
  }
}

const edit: Action = (access, { actor, message }) => ({
  action: `edits ${describeMessage(access, message)}`,
  route: `PATCH /messages/${message.id}`,
  fields: { content: textWith(message.file, 'ripe figs') },
  isAllowed: canEdit(actor, message),
  effect: () => {},
})

const remove: Action = (access, { actor, message }) => ({
  action: `deletes ${describeMessage(access, message)}`,
  route: `DELETE /messages/${message.id}`,
  isAllowed: canDelete(actor, message, access.users),
  effect: () => {
    access.messages = access.messages.filter((one) => one !== message)
    const isUsed = access.messages.some((one) => one.file === message.file)
    if (!isUsed) access.files = access.files.filter((one) => one !== message.file)
  },
})

const react: Action = (access, { actor, message }) => ({
  action: `reacts to ${describeMessage(access, message)}`,
  route: `POST /messages/${message.id}/reactions`,
  fields: { emoji_name: 'heart' },
  isAllowed: canModify(actor, message) && !message.reactions.has(actor.id),
  effect: () => {
    message.reactions.add(actor.id)
    message.rows.add(actor.id)
  },
})

const star: Action = (access, { actor, message }) => ({
  action: `stars ${describeMessage(access, message)}`,
  route: 'POST /messages/flags',
  fields: { messages: [message.id], op: 'add', flag: 'starred' },
  isAllowed: canStar(actor, message),
  effect: () => message.rows.add(actor.id),
})

const subscribe =
  (isOther: boolean): Action =>
  (_access, { actor, channel, other }) => {
    const target = isOther ? other : actor
    return {
      action: `subscribes ${describeViewer(target)} to ${describeChannel(channel)}`,
      route: 'POST /users/me/subscriptions',
      fields: {
        subscriptions: [{ name: channel.name }],
        ...(isOther ? { principals: [target.id] } : {}),
      },
      isAllowed: canSubscribe(actor, channel),
      effect: () => channel.subscribers.add(target.id),
    }
  }

const unsubscribe =
  (isOther: boolean): Action =>
  (_access, { actor, channel, other }) => {
    const target = isOther ? other : actor
    return {
      action: `removes ${describeViewer(target)} from ${describeChannel(channel)}`,
      route: 'DELETE /users/me/subscriptions',
      fields: { subscriptions: [channel.name], principals: [target.id] },
      isAllowed: canRemove(actor, channel, target),
      effect: () => channel.subscribers.delete(target.id),
    }
  }

/** Changes of the organization itself, by its owner. */
const changeRole: Action = ({ world, users, choose }) => {
  const changed = choose.one(
    [...users.values()].filter((one) => one.role !== 100 && one.ownerId === undefined),
  )
  const role = choose.one([200, 300, 400, 400, 600, 600])
  return {
    action: `gives ${describeViewer(changed)} the role ${role} as Alice (${world.alice.id})`,
    route: `PATCH /users/${changed.id}`,
    fields: { role },
    isAllowed: true,
    effect: () => {
      changed.role = role
    },
  }
}

const changePermission: Action = (access, { actor, channel }) => {
  const name = access.choose.one(channelPermissionNames)
  const group = randomGroup(access, name)
  return {
    action: `sets ${name} of ${describeChannel(channel)} to ${JSON.stringify(group)}`,
    route: `PATCH /streams/${channel.id}`,
    fields: { [name]: { new: wireGroup(access, group) } },
    isAllowed:
      hasContentAccess(actor, channel) ||
      (name !== 'can_add_subscribers_group' && name !== 'can_subscribe_group'),
    effect: () => {
      channel.permissions[name] = group
    },
  }
}

const changeKind: Action = ({ choose }, { actor, channel }) => {
  const kind = choose.one(Object.keys(kinds) as Kind[])
  return {
    action: `makes ${describeChannel(channel)} ${kind}`,
    route: `PATCH /streams/${channel.id}`,
    fields: { is_private: kinds[kind].isPrivate, ...wireKind(kind) },
    isAllowed: hasContentAccess(actor, channel),
    effect: () => Object.assign(channel, kinds[kind]),
  }
}

const archive: Action = (_access, { channel }) => ({
  action: `${channel.isArchived ? 'unarchives' : 'archives'} ${describeChannel(channel)}`,
  route: `PATCH /streams/${channel.id}`,
  fields: { is_archived: !channel.isArchived },
  isAllowed: true,
  effect: () => {
    channel.isArchived = !channel.isArchived
  },
})

const byAnyone: Action[] = [
  send,
  send,
  send,
  edit,
  remove,
  react,
  react,
  star,
  subscribe(false),
  subscribe(true),
  unsubscribe(false),
  unsubscribe(true),
]
const byOwner: Action[] = [changeRole, changePermission, changeKind, archive]

/** One random action, and then some reads that it may have changed. */
export async function takeStep(access: AccessWorld, report: Report): Promise<void> {
  const { users, channels, choose } = access
  const everyone = [...users.values()]
  const isByOwner = choose.chance(0.12)
  // The first channel stays as it is: spectators need one.
  const channel = choose.one(isByOwner ? channels.slice(1) : channels)
  const message = choose.one(access.messages)
  const sender = users.get(message.senderId)!
  // Senders, too, are often the ones who try something.
  const actor = isByOwner
    ? users.get(access.world.alice.id)!
    : choose.chance(0.15)
      ? sender
      : choose.one(everyone)
  const action = choose.one(isByOwner ? byOwner : byAnyone)
  const other = choose.one(everyone.filter((one) => one !== actor))
  const attempt = action(access, { actor, channel, message, other })
  const answer = await call(access, actor, attempt.route, attempt.fields)
  const outcome = outcomeOf(answer, actor)
  report.compare(
    () => `${describeViewer(actor)} ${attempt.action} [${String(answer.body.msg)}]`,
    outcome,
    allowedOrDenied(attempt.isAllowed),
  )
  if (outcome === 'allowed') attempt.effect(answer.body)
  const viewers = [actor, other, choose.one(everyone), choose.chance(0.2) ? undefined : choose.one(everyone)]
  for (const viewer of viewers) {
    if (choose.chance(0.5)) await compareChannel(access, report, viewer, channel)
    if (access.messages.includes(message)) await compareMessage(access, report, viewer, message)
    const file = message.file
    if (file !== undefined && access.files.includes(file)) await compareFile(access, report, viewer, file)
  }
}
