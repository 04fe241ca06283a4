import {
  apiError,
  type Component,
  component,
  type FieldValue,
  fieldProblem,
  WireError,
} from '@loquat/contract'
import { z } from 'zod'
import type { App } from '../../../app.ts'
import type { InteractionPayload } from '../../../db/tables/interactions.ts'
import { canSeeUser } from '../../../directory/access-users.ts'
import type { User } from '../../../directory/directory.ts'
import type { Realm } from '../../../realms/realm.ts'
import { messageToChange } from '../message-changes/access.ts'
import { type MessageInput, resolveDestination } from '../messages/resolve-destination.ts'
import { notifySender } from '../moderation/hide.ts'
import { applyReportButton } from '../moderation/report-actions.ts'
import { componentsOf } from '../submessages/store.ts'
import { findCommand } from './command-store.ts'
import { activeBot, createInteraction, takeInteraction } from './create.ts'

interface ActionInput {
  messageId: number
  componentId: string
  value: string | undefined
  fields: Readonly<Record<string, FieldValue>> | undefined
  requestId: string | undefined
}

/** Uses a component of a message, as anyone can who can read the message. */
export async function interact(app: App, realm: Realm, user: User, input: ActionInput): Promise<number> {
  takeInteraction(app, user)
  let hiddenFrom: number | undefined
  const id = await realm.transactExclusively(async (tx) => {
    const message = await messageToChange(tx, realm, user, input.messageId)
    const stored = await componentsOf(tx.db, message.id, message.senderId)
    const used = parseComponents(stored).find((one) => one.id === input.componentId)
    if (used === undefined) throw apiError('component-not-found')
    const bot = activeBot(realm, message.senderId, user)
    if (used.disabled === true) throw apiError('component-disabled')
    if (bot.isSystemBot) {
      hiddenFrom = await applyReportButton(app, tx, realm, user, message.id, used.id)
    }
    return await createInteraction(app, tx, realm, {
      bot,
      user,
      messageId: message.id,
      requestId: input.requestId,
      payload: { component_id: used.id, ...valuesOf(used, input) },
      place: {
        recipientId: message.recipientId,
        channel: message.channelId === null ? undefined : realm.directory.channels.get(message.channelId),
        topic: message.topic,
        userIds: message.userIds ?? [],
      },
    })
  })
  if (hiddenFrom !== undefined) await notifySender(app, realm, hiddenFrom, '')
  return id
}

const storedShape = z.object({ components: z.array(component) })

/** Imported components may be of another version, and are then ignored. */
function parseComponents(stored: string | undefined): readonly Component[] {
  if (stored === undefined) return []
  try {
    return storedShape.parse(JSON.parse(stored)).components
  } catch {
    return []
  }
}

/** The values to deliver, checked by the rules that the bot declared. */
function valuesOf(used: Component, { value, fields }: ActionInput): InteractionPayload {
  if (used.type === 'select') {
    if (!used.options.some((option) => option.value === value)) throw apiError('component-value-invalid')
    return { value: value ?? '' }
  }
  const own = used.value === undefined ? {} : { value: used.value }
  const declared = used.form?.fields ?? []
  const unknown = Object.keys(fields ?? {}).find((id) => !declared.some((field) => field.id === id))
  if (unknown !== undefined) throw apiError('form-field-unknown', { field: unknown })
  if (used.form === undefined) return own
  const sent: Record<string, FieldValue> = {}
  for (const field of declared) {
    const given = fields?.[field.id]
    const problem = fieldProblem(field, given)
    if (problem !== undefined) throw new WireError<'BadRequest'>(problem.reason, problem.params, {})
    sent[field.id] = given ?? (field.type === 'checkbox' ? false : '')
  }
  return { ...own, fields: sent }
}

interface CommandInput extends MessageInput {
  name: string
  arguments: string
  requestId: string | undefined
}

/** Runs a command where the user could post a message. */
export async function runCommand(app: App, realm: Realm, user: User, input: CommandInput): Promise<number> {
  takeInteraction(app, user)
  const { destination } = await resolveDestination(app, realm, user, input)
  return await realm.transactExclusively(async (tx) => {
    const command = await findCommand(tx.db, realm.id, input.name)
    const bot = command && realm.directory.users.get(command.bot_id)
    if (!bot?.isActive || !canSeeUser(realm.directory, bot, user)) {
      throw apiError('bot-command-not-found', { name: input.name })
    }
    return await createInteraction(app, tx, realm, {
      bot,
      user,
      messageId: undefined,
      requestId: input.requestId,
      payload: { command: input.name, arguments: input.arguments },
      place: destination,
    })
  })
}
