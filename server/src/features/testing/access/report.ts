import type { ModelChannel, ModelMessage, Viewer } from './model.ts'
import type { AccessWorld } from './organization.ts'

/** Compares answers with the model, and describes each difference so that it can be repeated by hand. */
export class Report {
  readonly #where: () => string
  decisions = 0
  readonly differences: string[] = []

  constructor(where: () => string) {
    this.#where = where
  }

  /** `what` says who does what to which, for example "Greta (guest) reads message 4". */
  compare(what: () => string, answer: string, expected: string): void {
    this.decisions++
    if (answer !== expected) {
      this.differences.push(`${this.#where()}: ${what()}: expected ${expected}, but the answer was ${answer}`)
    }
  }
}

const roleNames: Record<number, string> = {
  100: 'owner',
  200: 'administrator',
  300: 'moderator',
  400: 'member',
  600: 'guest',
}

export const describeViewer = (viewer: Viewer) =>
  viewer === undefined ? 'A spectator' : `${viewer.name} (${roleNames[viewer.role]}, ${viewer.id})`

export function describeChannel(channel: ModelChannel): string {
  const kind = channel.isWebPublic
    ? 'web-public'
    : !channel.isPrivate
      ? 'public'
      : channel.hasSharedHistory
        ? 'private with shared history'
        : 'private with protected history'
  const permissions = Object.entries(channel.permissions)
    .filter(([, { members, upToRole }]) => members.length > 0 || upToRole > 0)
    .map(([name, { members, upToRole }]) => `${name} ${upToRole}+[${members}]`)
  return [
    `channel ${channel.id} (${channel.isArchived ? 'archived, ' : ''}${kind}`,
    `subscribers ${[...channel.subscribers].join(' ')}`,
    `${permissions.join(', ')})`,
  ].join('; ')
}

export function describeMessage({ users }: AccessWorld, message: ModelMessage): string {
  const sender = users.get(message.senderId)?.name
  const place = message.channel === undefined ? 'a direct conversation' : describeChannel(message.channel)
  return `message ${message.id} of ${sender} with rows of ${[...message.rows].join(' ')} in ${place}`
}
