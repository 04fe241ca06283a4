import { updateMessage } from '../../features/conversation/message-changes/edit.ts'
import { sendMessage } from '../../features/conversation/messages/send.ts'
import { addReaction } from '../../features/conversation/reactions/actions.ts'
import { changeFlags } from '../../features/conversation/read-state/flags.ts'
import { addSubmessage } from '../../features/conversation/submessages/actions.ts'
import { inOrder, type Timed } from './calendar.ts'
import { type Member, nameOf, type PersonName, people, type Speaker } from './cast.ts'
import { conversations } from './conversations/index.ts'
import { type Extras, type Line, namesIn, type Place, uploadsIn } from './script.ts'
import type { Stage } from './stage.ts'
import { Uploads } from './uploads.ts'

const minute = 60_000

/** Something that is done at a time. */
export interface Act {
  time: number
  run(): Promise<void>
}

/** Plays what is said and what follows from it, each at its time. */
export class Play {
  readonly #stage: Stage
  readonly #uploads: Uploads
  /** What is still to come. */
  readonly #acts: Act[] = []
  /** What may be quoted, by key. */
  readonly #quotable = new Map<string, { by: Speaker; id: number; text: string; place: Place }>()
  /** The newest message of each conversation that can be resolved. */
  readonly #newest = new Map<string, number>()
  readonly #resolved = new Set<string>()
  #sent = 0

  constructor(stage: Stage) {
    this.#stage = stage
    this.#uploads = new Uploads(stage)
  }

  /** How many messages people and bots have written. */
  get sent(): number {
    return this.#sent
  }

  /** From the first word to the last, with what else happens at its time. */
  async run(others: readonly Act[]): Promise<void> {
    const { calendar } = this.#stage
    for (const name of Object.keys(people) as PersonName[]) {
      const { joins }: Member = people[name]
      if (joins !== undefined) {
        this.#plan(calendar.at(joins, 6 * 60 * minute), () => this.#stage.enter(name))
      }
    }
    for (const one of inOrder(calendar, conversations)) this.#plan(one.time, () => this.#perform(one))
    for (const { time, run } of others) this.#plan(time, run)
    for (let act = this.#acts.shift(); act !== undefined; act = this.#acts.shift()) {
      this.#stage.clock.moveTo(act.time)
      await act.run()
    }
  }

  /** Nothing is in the future; what comes at the same time comes in the order in which it was planned. */
  #plan(time: number, run: () => Promise<void>): void {
    const act = { time: Math.min(time, this.#stage.calendar.now), run }
    const at = this.#acts.findIndex((other) => other.time > act.time)
    this.#acts.splice(at < 0 ? this.#acts.length : at, 0, act)
  }

  async #perform(one: Timed): Promise<void> {
    if ('line' in one) await this.#say(one, one.line)
    else await this.#resolve(one, one.resolve.resolvedBy)
  }

  async #say(place: Place, line: Line): Promise<void> {
    const { app, realm } = this.#stage
    const sender = this.#stage.user(line.by)
    const text = await this.#written(line.by, line.text)
    const { id } = await sendMessage(app, realm, sender, {
      ...this.#address(place),
      content: text,
      clientName: 'website',
    })
    this.#sent++
    this.#newest.set(keyOf(place), id)
    if (line.key !== undefined) this.#quotable.set(line.key, { by: line.by, id, text, place })
    this.#planExtras(id, line.by, line)
  }

  #address({ channel, topic = '', among = [] }: Place) {
    if (channel === undefined) {
      const to = among.map((name) => this.#stage.user(name).id)
      return { type: 'direct' as const, to, topic: undefined }
    }
    const isResolved = this.#resolved.has(`${channel} ${topic}`)
    const to = this.#stage.channelId(channel)
    return { type: 'channel' as const, to, topic: isResolved ? `✔ ${topic}` : topic }
  }

  /** The text as it is sent: with whole names, addresses of files, and what is quoted. */
  async #written(by: Speaker, text: string): Promise<string> {
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
        const content = await this.#written(by, edit)
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

  async #resolve(place: Place, by: PersonName): Promise<void> {
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

const keyOf = ({ channel, topic, among }: Place) =>
  channel === undefined ? `${among}` : `${channel} ${topic}`
