import { botTypes } from '@loquat/contract'
import type { App } from '../../app.ts'
import type { User } from '../../directory/directory.ts'
import { changeSettings } from '../../features/administration/accounts/change-settings.ts'
import { createUser } from '../../features/administration/accounts/create.ts'
import { createBot } from '../../features/administration/bot-accounts/create.ts'
import { setPicture } from '../../features/administration/realm-pictures/actions.ts'
import { updateRealm } from '../../features/administration/realm-settings/actions.ts'
import { createGroup } from '../../features/administration/user-groups/create.ts'
import { addEmoji } from '../../features/conversation/custom-emoji/actions.ts'
import { changeOwnAvatar } from '../../features/identity/avatars/actions.ts'
import { subscribe } from '../../features/places/channels/subscribe.ts'
import { defaultRequest } from '../../features/places/channels/subscribe-request.ts'
import type { Realm } from '../../realms/realm.ts'
import type { Calendar } from './calendar.ts'
import {
  type BotName,
  bots,
  company,
  emailOf,
  groups,
  type Member,
  type PersonName,
  people,
  type Speaker,
} from './cast.ts'
import { type ChannelName, channelNames, channels, type DemoChannel } from './channels.ts'
import type { StoryClock } from './clock.ts'
import { emoji, organizationIcon, pictures, toPng } from './images.ts'
import { createFields, fillIn } from './profiles.ts'

/** The organization in which the story is played, and the users created so far. */
export class Stage {
  readonly app: App
  readonly realm: Realm
  readonly clock: StoryClock
  readonly calendar: Calendar
  readonly #passwordHash: string
  readonly #ids = new Map<Speaker, number>()
  #fields: readonly number[] = []

  constructor(app: App, realm: Realm, clock: StoryClock, calendar: Calendar, passwordHash: string) {
    this.app = app
    this.realm = realm
    this.clock = clock
    this.calendar = calendar
    this.#passwordHash = passwordHash
  }

  /** The current account of a speaker. */
  user(name: Speaker): User {
    const user = this.realm.directory.users.get(this.#ids.get(name) ?? 0)
    if (user === undefined) throw new Error(`${name} is not here yet.`)
    return user
  }

  get present(): PersonName[] {
    return (Object.keys(people) as PersonName[]).filter((name) => this.#ids.has(name))
  }

  channelId(name: ChannelName): number {
    const channel = this.realm.directory.channelByName(name)
    if (channel === undefined) throw new Error(`There is no channel ${name}.`)
    return channel.id
  }

  /** Creates everything that exists before the first message. */
  async build(): Promise<void> {
    const { app, realm } = this
    await this.#enterOlga()
    await this.#createChannels()
    const owner = this.user('olga')
    await updateRealm(app, realm, owner.id, { description: company.description })
    const icon = { name: 'icon.png', bytes: await toPng(organizationIcon()), isCut: false }
    await setPicture(app, realm, owner.id, 'icon', [icon])
    this.#fields = await createFields(realm)
    await this.#settleIn('olga')
    for (const name of Object.keys(people) as PersonName[]) {
      const { joins }: Member = people[name]
      if (name !== 'olga' && joins === undefined) await this.enter(name)
    }
    for (const name of Object.keys(bots) as BotName[]) await this.#createBot(name)
    for (const [name, draw] of Object.entries(emoji)) {
      const file = { name: `${name}.png`, bytes: await toPng(draw()), isCut: false }
      await addEmoji(app, realm, this.user('ben'), name, [file])
    }
    for (const { by, members, ...group } of groups) {
      const ids = members.map((name) => this.user(name).id)
      const request = { ...group, members: ids, subgroups: [], permissions: {} }
      await createGroup(realm, this.user(by).id, request)
    }
  }

  /** If somebody else created the organization, they stay an owner as well. */
  async #enterOlga(): Promise<void> {
    const begun = this.realm.directory.userByEmail(emailOf('olga'))
    if (begun === undefined) await this.#create('olga', [])
    else this.#ids.set('olga', begun.id)
  }

  async #createChannels(): Promise<void> {
    const { directory } = this.realm
    for (const name of channelNames) {
      const { description, isPrivate, isForNews }: DemoChannel = channels[name]
      await subscribe(this.app, this.realm, this.user('olga').id, {
        ...defaultRequest,
        channels: [{ name, description }],
        inviteOnly: isPrivate ?? false,
        historyPublicToSubscribers: true,
        permissions: isForNews
          ? { can_send_message_group: directory.systemGroup('role:administrators').id }
          : {},
        since: new Date(this.clock.now()),
      })
    }
  }

  /** Creates the account of a new colleague. */
  async enter(name: PersonName): Promise<void> {
    await this.#create(name, people[name].channels)
    await this.#settleIn(name)
  }

  async #create(name: PersonName, joined: readonly ChannelName[]): Promise<void> {
    const { directory } = this.realm
    const { name: fullName, role, timezone } = people[name]
    const id = await createUser(this.realm, {
      email: emailOf(name),
      fullName,
      role,
      timezone,
      passwordHash: this.#passwordHash,
      channels: joined.flatMap((channel) => directory.channelByName(channel) ?? []),
      since: new Date(this.clock.now()),
    })
    this.#ids.set(name, id)
  }

  async #settleIn(name: PersonName): Promise<void> {
    const { app, realm } = this
    const { picture, language }: Member = people[name]
    // Their email addresses do not exist, so no email must be sent to them.
    const quiet = { enable_offline_email_notifications: false, enable_login_emails: false }
    const settings = language === undefined ? quiet : { ...quiet, default_language: language }
    await changeSettings(app, realm, this.user(name), settings, undefined)
    if (picture !== undefined) {
      const bytes = await toPng(pictures[picture]())
      await changeOwnAvatar(app, realm, this.user(name), [{ name: 'me.png', bytes, isCut: false }])
    }
    await fillIn(realm, this.user(name), people[name], this.#fields)
  }

  async #createBot(name: BotName): Promise<void> {
    const { name: fullName, owner, picture } = bots[name]
    const wanted = {
      shortName: name,
      fullName,
      type: botTypes.generic,
      payloadUrl: undefined,
      serviceName: undefined,
      config: {},
      interfaceType: 1,
      defaultSending: undefined,
      defaultEvents: undefined,
      allPublicChannels: false,
    }
    const file = { name: `${name}.png`, bytes: await toPng(pictures[picture]()), isCut: false }
    const bot = await createBot(this.app, this.realm, this.user(owner).id, wanted, [file])
    this.#ids.set(name, bot.id)
  }
}
