import { updateMessage } from '../../features/conversation/message-changes/edit.ts'
import { sendMessage } from '../../features/conversation/messages/send.ts'
import { addReaction } from '../../features/conversation/reactions/actions.ts'
import { changeFlags } from '../../features/conversation/read-state/flags.ts'
import { addSubmessage } from '../../features/conversation/submessages/actions.ts'
import { chronological, type ScheduledEntry } from './calendar.ts'
import { type Member, nameOf, type PersonName, people, type Speaker } from './cast.ts'
import { conversations } from './conversations/index.ts'
import { type ConversationTarget, type Extras, namesIn, type ScriptLine, uploadsIn } from './script.ts'
import type { Stage } from './stage.ts'
import { Uploads } from './uploads.ts'

const minute = 60_000

/** A scheduled action. */
export interface ScheduledAction {
  time: number
  run(): Promise<void>
}

/** Plays the conversations and everything that follows from them, each at its time. */
export class Play {
  readonly #stage: Stage
  readonly #uploads: Uploads
  /** Pending actions. */
  readonly #acts: ScheduledAction[] = []
  /** Messages that can be quoted, by key. */
  readonly #quotable = new Map<string, { by: Speaker; id: number; text: string; place: ConversationTarget }>()
  /** The newest message of each topic that can be resolved. */
  readonly #newest = new Map<string, number>()
  readonly #resolved = new Set<string>()
  #messageCount = 0

  constructor(stage: Stage) {
    this.#stage = stage
    this.#uploads = new Uploads(stage)
  }

  /** Number of messages sent by people and bots. */
  get messageCount(): number {
    return this.#messageCount
  }

  /** Plays all conversations in order, together with the other actions. */
  async run(others: readonly ScheduledAction[]): Promise<void> {
    const { calendar } = this.#stage
    for (const name of Object.keys(people) as PersonName[]) {
      const { joins }: Member = people[name]
      if (joins !== undefined) {
        this.#plan(calendar.at(joins, 6 * 60 * minute), () => this.#stage.enter(name))
      }
    }
    for (const one of chronological(calendar, conversations)) this.#plan(one.time, () => this.#perform(one))
    for (const { time, run } of others) this.#plan(time, run)
    for (let act = this.#acts.shift(); act !== undefined; act = this.#acts.shift()) {
      this.#stage.clock.moveTo(act.time)
      await act.run()
    }
  }

  /** Never schedules into the future. Actions at the same time keep the order in which they were planned. */
  #plan(time: number, run: () => Promise<void>): void {
    const act = { time: Math.min(time, this.#stage.calendar.now), run }
    const at = this.#acts.findIndex((other) => other.time > act.time)
    this.#acts.splice(at < 0 ? this.#acts.length : at, 0, act)
  }

  async #perform(one: ScheduledEntry): Promise<void> {
    if ('line' in one) await this.#send(one, one.line)
    else await this.#resolve(one, one.resolve.resolvedBy)
  }

  async #send(place: ConversationTarget, line: ScriptLine): Promise<void> {
    const { app, realm } = this.#stage
    const sender = this.#stage.user(line.by)
    const text = await this.#finalText(line.by, line.text)
    const { id } = await sendMessage(app, realm, sender, {
      ...this.#address(place),
      content: text,
      clientName: 'website',
    })
    this.#messageCount++
    this.#newest.set(keyOf(place), id)
    if (line.key !== undefined) this.#quotable.set(line.key, { by: line.by, id, text, place })
    this.#planExtras(id, line.by, line)
  }

  #address({ channel, topic = '', among = [] }: ConversationTarget) {
    if (channel === undefined) {
      const to = among.map((name) => this.#stage.user(name).id)
      return { type: 'direct' as const, to, topic: undefined }
    }
    const isResolved = this.#resolved.has(`${channel} ${topic}`)
    const to = this.#stage.channelId(channel)
    return { type: 'channel' as const, to, topic: isResolved ? `✔ ${topic}` : topic }
  }

  /** The text to send: full names, file URLs and quotes are inserted. */
  async #finalText(by: Speaker, text: string): Promise<string> {
    let result = text.replace(/(?<![\w*])@([a-z]+)\b/g, (all, name: string) =>
      name in people ? `@**${nameOf(name as PersonName)}**` : all,
    )
    for (const name of uploadsIn(result)) {
      const link = await this.#uploads.link(name, this.#stage.user(by))
      result = result.replace(`{${name}}`, () => link)
    }
    return result.replace(/\{quote ([a-z]+)\}/g, (_, key: string) => this.#quote(key))
  }

  #quote(key: string): string {
    const said = this.#quotable.get(key)
    if (said === undefined) throw new Error(`Nobody has said ${key} yet.`)
    const { by, id, text, place } = said
    const fence = text.includes('```') ? '````' : '```'
    const who = `@_**${nameOf(by)}|${this.#stage.user(by).id}**`
    return `${who} #**${place.channel}>${place.topic}@${id}**:\n${fence}quote\n${text}\n${fence}`
  }

  #planExtras(id: number, by: Speaker, extras: Extras): void {
    const { app, realm, clock } = this.#stage
    const start = clock.now()
    let step = 0
    const soon = (run: () => Promise<void>) => {
      step++
      this.#plan(start + (step * 5 - (id % 4)) * minute, run)
    }
    if (extras.edit !== undefined) {
      const { edit } = extras
      this.#plan(start + 2 * minute, async () => {
        const content = await this.#finalText(by, edit)
        await updateMessage(app, realm, this.#stage.user(by), id, { ...noMove, content })
      })
    }
    for (const [emoji, names] of Object.entries(extras.react ?? {})) {
      for (const name of namesIn(names)) {
        const sent = { name: emoji, code: undefined, type: undefined }
        soon(() => addReaction(app, realm, this.#stage.user(name), id, sent))
      }
    }
    for (const name of namesIn(extras.star ?? '')) {
      const star = { messages: [id], op: 'add' as const, flag: 'starred' }
      soon(async () => void (await changeFlags(realm, this.#stage.user(name), star)))
    }
    for (const [n, names] of (extras.votes ?? []).entries()) {
      for (const name of namesIn(names))
        soon(() => this.#hang(id, name, { type: 'vote', key: `canned,${n}`, vote: 1 }))
    }
    for (const [n, name] of extras.done ?? []) {
      soon(() => this.#hang(id, name, { type: 'strike', key: `${n},canned` }))
    }
  }

  async #hang(messageId: number, name: PersonName, content: object): Promise<void> {
    const { app, realm } = this.#stage
    const sent = { messageId, type: 'widget', content: JSON.stringify(content) }
    await addSubmessage(app, realm, this.#stage.user(name), sent)
  }

  async #resolve(place: ConversationTarget, by: PersonName): Promise<void> {
    const { app, realm } = this.#stage
    const id = this.#newest.get(keyOf(place)) ?? 0
    await updateMessage(app, realm, this.#stage.user(by), id, {
      ...noMove,
      topic: `✔ ${place.topic}`,
      propagate_mode: 'change_all',
    })
    this.#resolved.add(keyOf(place))
  }
}

const noMove = {
  content: undefined,
  topic: undefined,
  stream_id: undefined,
  propagate_mode: 'change_one' as const,
  send_notification_to_old_thread: false,
  send_notification_to_new_thread: true,
}

const keyOf = ({ channel, topic, among }: ConversationTarget) =>
  channel === undefined ? `${among}` : `${channel} ${topic}`
