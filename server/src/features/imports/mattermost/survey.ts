import { ImportError } from '../import-error.ts'
import { asFlag, asNumber, asRecord, asRecords, asText, asTexts, firstText, type Loose } from '../loose.ts'
import type { SourceContext } from '../model.ts'
import type { Micros, SourceId } from '../source-id.ts'
import type { Manifest } from './manifest.ts'
import { botOf, type MattermostBot, type MattermostPerson, personOf } from './people.ts'
import { micros, type Sender, senderOf } from './posts.ts'

export interface MattermostChannel {
  id: SourceId
  displayName: string
  isPrivate: boolean
  isArchived: boolean
  description: string
}

/** Everything of the archive but posts, memberships and direct conversations. */
export interface Survey {
  team: { name: string; displayName: string }
  hasSeveralTeams: boolean
  channels: ReadonlyMap<SourceId, MattermostChannel>
  people: ReadonlyMap<SourceId, MattermostPerson>
  bots: ReadonlyMap<SourceId, MattermostBot>
  /** Webhooks that post under a name of their own, with the user who owns them. */
  webhooks: ReadonlyMap<SourceId, { name: string; owner: SourceId }>
  /** People who wrote, reacted or share a direct conversation. */
  involved: ReadonlySet<SourceId>
  emoji: ReadonlyMap<string, string>
  firstPostAt: ReadonlyMap<SourceId, Micros>
  firstPostIn: ReadonlyMap<SourceId, Micros>
  hasFollowers: boolean
  /** Number of the last line of each type; 0 if there is none. */
  lastLine(type: string): number
}

const ignored = new Set(['version', 'role', 'scheme'])

export async function surveyManifest(manifest: Manifest, context: SourceContext): Promise<Survey> {
  const surveyor = new Surveyor(manifest, context)
  for await (const { line, type, value } of manifest.lines()) surveyor.add(line, type, value)
  return surveyor.finish()
}

class Surveyor {
  readonly #manifest: Manifest
  readonly #context: SourceContext
  readonly #teams = new Map<string, string>()
  #team: string | undefined
  readonly #channels = new Map<SourceId, MattermostChannel>()
  readonly #people = new Map<SourceId, MattermostPerson>()
  readonly #bots = new Map<SourceId, MattermostBot>()
  readonly #webhooks = new Map<SourceId, { name: string; owner: SourceId }>()
  readonly #involved = new Set<SourceId>()
  readonly #emoji = new Map<string, string>()
  readonly #firstPostAt = new Map<SourceId, Micros>()
  readonly #firstPostIn = new Map<SourceId, Micros>()
  readonly #lastLine = new Map<string, number>()
  #hasFollowers = false

  constructor(manifest: Manifest, context: SourceContext) {
    this.#manifest = manifest
    this.#context = context
  }

  add(line: number, type: string, value: Loose): void {
    if (this.#lastLine.size === 0 && type !== 'version')
      throw new ImportError('archive-version-line-missing', { entry: this.#manifest.name })
    this.#lastLine.set(type, line)
    if (ignored.has(type)) return
    if (type === 'team') {
      this.#teams.set(asText(value.name), firstText(value.display_name, value.name))
      return
    }
    this.#team ??= this.#chosenTeam()
    switch (type) {
      case 'channel':
        this.#addChannel(value, line)
        break
      case 'user':
        this.#addPerson(value, line)
        break
      case 'bot':
        this.#addBot(value, line)
        break
      case 'emoji':
        this.#emoji.set(asText(value.name), asText(value.image))
        break
      case 'post':
        if (asText(value.team) === this.#team) this.#addPost(value, asText(value.channel))
        break
      case 'direct_post':
        this.#addDirectPost(value)
        break
      case 'direct_channel':
        break
      default:
        this.#context.report.skip(type === '' ? 'lines' : `${type} lines`.slice(0, 60), 'no counterpart')
    }
  }

  finish(): Survey {
    const team = this.#team ?? this.#chosenTeam()
    return {
      team: { name: team, displayName: this.#teams.get(team) ?? team },
      hasSeveralTeams: this.#teams.size > 1,
      channels: this.#channels,
      people: this.#people,
      bots: this.#bots,
      webhooks: this.#webhooks,
      involved: this.#involved,
      emoji: this.#emoji,
      firstPostAt: this.#firstPostAt,
      firstPostIn: this.#firstPostIn,
      hasFollowers: this.#hasFollowers,
      lastLine: (type) => this.#lastLine.get(type) ?? 0,
    }
  }

  #chosenTeam(): string {
    const { team } = this.#context.options
    const names = [...this.#teams.keys()]
    if (names.length === 0) throw new ImportError('archive-team-missing', { entry: this.#manifest.name })
    if (team === undefined && names.length === 1) return names[0]!
    if (team !== undefined && this.#teams.has(team)) return team
    const teams = names.slice(0, 50).join(', ')
    throw team === undefined
      ? new ImportError('archive-teams-several', { teams }, '--team NAME')
      : new ImportError('archive-team-unknown', { team, teams }, '--team NAME')
  }

  #addChannel(value: Loose, line: number): void {
    if (asText(value.team) !== this.#team) {
      this.#context.report.skip('channels', 'not in this team')
      return
    }
    const id = asText(value.name)
    if (id === '') {
      this.#context.report.skip('channels', 'cannot be read')
      return
    }
    if (this.#channels.has(id)) throw this.#twice(id, line)
    this.#channels.set(id, {
      id,
      displayName: this.#context.report.clean(firstText(value.display_name, id)),
      isPrivate: value.type === 'P',
      isArchived: (asNumber(value.deleted_at) ?? 0) > 0,
      description: this.#context.report.clean(firstText(value.purpose, value.header)),
    })
  }

  #addPerson(value: Loose, line: number): void {
    const { report, now } = this.#context
    const person = personOf(value, this.#team ?? '', now, report)
    if (person.id === '') {
      report.skip('users', 'cannot be read')
      return
    }
    if (this.#people.has(person.id)) throw this.#twice(person.id, line)
    this.#people.set(person.id, person)
  }

  #addBot(value: Loose, line: number): void {
    const bot = botOf(value, this.#context.report)
    if (bot.id === '') {
      this.#context.report.skip('users', 'cannot be read')
      return
    }
    if (this.#bots.has(bot.id)) throw this.#twice(bot.id, line)
    this.#bots.set(bot.id, bot)
  }

  #twice(id: string, line: number): ImportError {
    return new ImportError('archive-line-twice', { entry: this.#manifest.name, line, id })
  }

  #addPost(value: Loose, channel: SourceId | undefined): void {
    for (const post of [value, ...asRecords(value.replies)]) {
      const sender = senderOf(post)
      const time = micros(post.create_at)
      for (const reaction of asRecords(post.reactions)) this.#involve(asText(reaction.user))
      if (asRecords(post.thread_followers).length > 0) this.#hasFollowers = true
      if (sender === undefined || time === undefined) continue
      this.#involve(asText(post.user))
      this.#addWebhook(sender)
      keepEarliest(this.#firstPostAt, sender.id, time)
      if (channel !== undefined) keepEarliest(this.#firstPostIn, channel, time)
    }
  }

  #addDirectPost(value: Loose): void {
    const members = directMembers(value)
    if (!this.#isImportedDirect(members)) return
    for (const member of members) this.#involve(member)
    this.#addPost(value, undefined)
  }

  /** Direct messages belong to no team. Of several teams, only conversations inside the team are imported. */
  #isImportedDirect = (members: readonly SourceId[]) =>
    isImportedDirect(members, this.#teams.size > 1, this.#people, this.#bots)

  #involve(name: string): void {
    if (name !== '') this.#involved.add(name.toLowerCase())
  }

  #addWebhook({ id, webhookName, user }: Sender): void {
    if (webhookName !== undefined && !this.#webhooks.has(id))
      this.#webhooks.set(id, { name: webhookName, owner: user })
  }
}

export function isImportedDirect(
  members: readonly SourceId[],
  hasSeveralTeams: boolean,
  people: ReadonlyMap<SourceId, MattermostPerson>,
  bots: ReadonlyMap<SourceId, MattermostBot>,
): boolean {
  return (
    !hasSeveralTeams || members.every((member) => people.get(member)?.isInTeam === true || bots.has(member))
  )
}

/** Members of a direct conversation; newer servers write participants. */
export function directMembers(value: Loose): SourceId[] {
  const names = [
    ...asTexts(value.channel_members),
    ...asTexts(value.members),
    ...asRecords(value.participants).map((participant) => asText(participant.username)),
  ]
  return [...new Set(names.filter((name) => name !== '').map((name) => name.toLowerCase()))]
}

function keepEarliest(times: Map<SourceId, Micros>, id: SourceId, time: Micros): void {
  const known = times.get(id)
  if (known === undefined || time < known) times.set(id, time)
}

/** Whether a membership has the channel among the favorites, or muted. */
export const isFavorite = (channel: Loose) => asFlag(channel.favorite)
export const isMuted = (channel: Loose) => asText(asRecord(channel.notify_props).mark_unread) === 'mention'
