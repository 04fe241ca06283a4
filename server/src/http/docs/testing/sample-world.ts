import { File } from 'node:buffer'
import { type InteractionObject, sample } from '@loquat/contract'
import {
  castPassword,
  createMailbox,
  createWorld,
  emailOf,
  keyInEmail,
  keyOfLink,
  type Person,
  type World,
} from '@loquat/devkit'
import { SignJWT } from 'jose'
import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { connectSampleApp } from '../../../features/administration/oauth/testing/sample-app.ts'
import { rememberBrowser } from '../../../features/administration/second-factors/second-step.ts'
import { Authenticator } from '../../../features/administration/second-factors/testing/authenticator.ts'
import {
  codeOf,
  setUpTotp,
} from '../../../features/administration/second-factors/testing/authenticator-app.ts'
import { unsubscribeUrl } from '../../../features/administration/sign-in/unsubscribe.ts'
import { useGifService } from '../../../features/reach/gifs/testing/gif-service.ts'
import { StandIn } from '../../../features/reach/summaries/testing/stand-in.ts'
import { startZoom } from '../../../features/reach/video-providers/testing/zoom-site.ts'
import { jwtSecret, sampleConfig } from './sample-config.ts'

/** For tests only: the organization of the examples, with every object under its ID in `sample`. */

export interface SampleWorld extends World {
  /** The account of examples that only bots can run. */
  rain: Person
  /** Values of the variables in the examples. */
  given: Record<string, string | number | object>
}

const orchard = { type: 'channel', to: 'orchard' } as const

/** Sets the ID of the next object of a kind. */
async function number({ app }: World, kind: string, next: number): Promise<void> {
  const sequence = kind === 'message' ? 'message_id' : `${kind}_id_seq`
  await sql`select setval(${sequence}, ${next}, false)`.execute(app.database.db)
}

export async function createSampleWorld(): Promise<SampleWorld> {
  const mailbox = await createMailbox()
  const zoom = await startZoom([emailOf('alice')], 'account')
  const world = await createWorld({ config: { ...sampleConfig(mailbox.smtpUrl), zoom } })
  await useGifService(world.app)
  await addPeople(world)
  await addChannels(world)
  await addMessages(world)
  await addPersonal(world)
  await addToOrganization(world)
  await addLegalMatter(world)
  await addSummaryService(world)
  const given = {
    password: castPassword,
    new_password: 'medlars ripen in autumn',
    token: await new SignJWT({ email: 'ana@example.com' })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(Buffer.from(jwtSecret)),
    unsubscribe_token: await unsubscribeToken(world),
    ...(await invite(world)),
    ...(await addBots(world)),
    ...(await addFile(world)),
    ...(await openQueue(world)),
    ...(await uploadArchive(world)),
    ...(await startSecondFactors(world)),
  }
  await addModeration(world)
  await addCalls(world)
  const rain = world.person(sample.bot)
  return { ...world, rain, given: { ...given, ...(await emailedKeys(world, mailbox)) } }
}

async function addPeople(world: World): Promise<void> {
  const { api } = world.alice
  await number(world, 'account', sample.user)
  for (const [name, full_name] of [
    ['ana', 'Ana Lopez'],
    ['leo', 'Leo Stone'],
    ['una', 'Una Field'],
    ['gil', 'Gil Guest'],
  ]) {
    await api.createUser({ email: `${name}@example.com`, password: castPassword, full_name: full_name ?? '' })
  }
  await api.deactivateUser({ user_id: sample.formerUser })
  await api.updateUser({ user_id: sample.guest, role: 600 })
  await number(world, 'session', sample.session)
  await world.anyone.logIn({ username: world.alice.email, password: castPassword })
}

async function addChannels(world: World): Promise<void> {
  const { alice } = world
  await number(world, 'channel', sample.channel)
  for (const name of ['orchard', 'old shed', 'meadow']) {
    await alice.api.subscribe({ subscriptions: [{ name }], principals: [alice.id, sample.user] })
  }
  await number(world, 'channel_folder', sample.folder)
  for (const name of ['Outside', 'Sheds']) await alice.api.createChannelFolder({ name })
  await number(world, 'default_channel_group', sample.defaultChannelGroup)
  await alice.api.createDefaultChannelGroup({
    group_name: 'Outside',
    description: 'Fields',
    stream_names: [],
  })
}

async function addMessages(world: World): Promise<void> {
  const { alice } = world
  const ana = world.person(sample.user)
  await ana.api.sendMessage({ ...orchard, topic: 'wasps', content: 'There are a lot of them.' })
  await number(world, 'message', sample.message)
  for (const content of ['They are ripe.', '/poll When?\ntoday\ntomorrow', 'Never mind.']) {
    await alice.api.sendMessage({ ...orchard, topic: 'plums', content })
  }
  await ana.api.updateMessageFlags({ messages: [sample.message], op: 'add', flag: 'read' })
  await alice.api.pinMessage({ message_id: sample.message })
  await number(world, 'channel_bookmark', sample.bookmark)
  for (const [title, url] of [
    ['Price list', 'https://example.com/prices'],
    ['Weather', 'https://example.com/weather'],
  ] as const) {
    await alice.api.addBookmark({ stream_id: sample.channel, title, url })
  }
}

async function addPersonal(world: World): Promise<void> {
  const { api } = world.alice
  await number(world, 'draft', sample.draft)
  const draft = { to: [sample.channel], topic: 'plums', content: 'Who has' }
  await api.createDrafts({ drafts: [{ type: 'stream', ...draft }] })
  await api.updateBotStorage({ storage: { last_rain: '2026-04-28' } })
  await number(world, 'saved_snippet', sample.snippet)
  await api.createSavedSnippet({ title: 'Hours', content: 'We are open from nine to five.' })
  await number(world, 'saved_search', sample.savedSearch)
  await api.createSavedSearch({ name: 'Insects', query: 'channel:orchard wasps' })
  await number(world, 'later_item', sample.laterItem)
  await api.addLaterItem({ message_id: sample.poll, note: 'Vote', remind_timestamp: 4_070_908_800 })
  await number(world, 'scheduled_message', sample.scheduledMessage)
  const later = { ...orchard, to: sample.channel, scheduled_delivery_timestamp: 4_070_908_800 }
  await api.createScheduledMessage({ ...later, topic: 'plums', content: 'Are there any left?' })
  await world.person(sample.user).api.updatePresence({ status: 'active' })
  await world.person(sample.user).api.updateStatus({ status_text: 'in the trees' })
}

async function addToOrganization(world: World): Promise<void> {
  const { api } = world.alice
  await number(world, 'user_group', sample.group)
  for (const name of ['pickers', 'climbers', 'mowers']) {
    await api.createUserGroup({ name, description: '', members: [] })
  }
  await number(world, 'linkifier', sample.linkifier)
  await api.addLinkifier({ pattern: 'order-(?P<id>[0-9]+)', url_template: 'https://shop.example.com/{id}' })
  await api.addLinkifier({ pattern: 'tree-(?P<id>[0-9]+)', url_template: 'https://trees.example.com/{id}' })
  await number(world, 'playground', sample.playground)
  const url_template = 'https://play.example.com/?code={code}'
  await api.addPlayground({ name: 'Playground', highlight_language: 'Python', url_template })
  for (const [id, name] of [
    [sample.profileField, 'Place'],
    [sample.oldProfileField, 'Telephone'],
  ] as const) {
    await number(world, 'profile_field', id)
    await api.createProfileField({ name, field_type: 1 })
  }
  await number(world, 'realm_export', sample.export)
  await api.requestExport({})
}

async function addBots(world: World) {
  const { api } = world.alice
  await number(world, 'account', sample.bot)
  await api.createBot({ short_name: 'rain', full_name: 'Rain' })
  await number(world, 'feed', sample.feed)
  const feed = { url: 'https://example.com/weather.xml', stream_id: sample.channel }
  await api.addFeed({ bot_id: sample.bot, ...feed })
  await number(world, 'feed', sample.channelFeed)
  await api.addChannelFeed({ url: feed.url, stream_id: sample.channel })
  await api.createBot({ short_name: 'sun', full_name: 'Sun' })
  const { api_key } = await api.createBot({ short_name: 'sensors', full_name: 'Sensors', bot_type: 2 })
  return { bot_key: api_key, ...(await addInteraction(world)) }
}

/** A message of the bot with a button, a command, and an interaction to respond to. */
async function addInteraction(world: World) {
  const { api } = world.person(sample.bot)
  await api.setBotCommands({
    commands: [{ name: 'harvest', description: 'Count a harvest', usage: 'boxes' }],
  })
  const { queue_id, last_event_id } = await api.register({
    event_types: ['interaction'],
    fetch_event_types: [],
    client_capabilities: { interactive_messages: true },
  })
  await number(world, 'message', sample.botMessage)
  await api.sendMessage({
    type: 'direct',
    to: [world.alice.id],
    content: 'Pick the plums today?',
    components: [{ type: 'button', id: 'approve', label: 'Approve' }],
  })
  await world.alice.api.interact({ message_id: sample.botMessage, component_id: 'approve' })
  const { events } = await api.getEvents({ queue_id: queue_id ?? '', last_event_id })
  const { interaction } = events[0] as unknown as { interaction: InteractionObject }
  return { interaction_token: interaction.response_url.split('/').at(-1) ?? '' }
}

async function addFile(world: World) {
  await number(world, 'attachment', sample.attachment)
  const { url } = await world.alice.api.uploadFile({}, { files: [new File(['Ripe: plums.'], 'harvest.txt')] })
  const [, , realm_id = '', ...path] = url.split('/')
  return { realm_id: Number(realm_id), file_path: path.join('/') }
}

async function openQueue(world: World) {
  const { api } = world.alice
  const { queue_id, last_event_id = -1 } = await api.register({
    event_types: ['message'],
    fetch_event_types: [],
  })
  await world.person(sample.user).api.sendMessage({ ...orchard, topic: 'plums', content: 'I am coming.' })
  return { queue_id: queue_id ?? '', last_event_id }
}

/** A service that stands in for the model, because examples need one that answers. */
async function addSummaryService({ alice }: World): Promise<void> {
  const standIn = await new StandIn().start()
  onTestFinished(() => standIn.stop())
  await alice.api.setSummaryService({ base_url: standIn.url, model: 'small' })
  await alice.api.updateRealm({ topic_summaries_enabled: true })
}

async function uploadArchive(world: World) {
  const archive = 'An archive.'
  const { realm_import: created } = await world.alice.api.createImport({
    source: 'slack',
    file_name: 'Orchard Slack export.zip',
    size: archive.length,
  })
  await world.raw(created.upload_url, {
    as: world.alice,
    method: 'PATCH',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
    body: archive,
  })
  return { import_id: created.id }
}

/** An authenticator app that is being set up, and a remembered browser. */
async function startSecondFactors(world: World) {
  const realm = await world.app.realms.byHost('')
  const user = realm?.directory.users.get(world.alice.id)
  if (realm === undefined || user === undefined) throw new Error('Alice is missing.')
  const headers = { 'user-agent': 'Mozilla/5.0' }
  await connectSampleApp(world, () => number(world, 'oauth_app', sample.app))
  await setUpTotp(world, world.person(sample.leaver))
  const { secret } = await world.alice.api.startTotp({ password: castPassword })
  const { origin } = new URL(realm.directory.url)
  const create = async () => {
    const { options } = await world.alice.api.startPasskey({ password: castPassword })
    return new Authenticator().create(options, { origin })
  }
  await number(world, 'passkey', sample.passkey)
  await world.alice.api.addPasskey({ name: 'Tablet', credential: await create() })
  await number(world, 'api_token', sample.token)
  await world.alice.api.createToken({ name: 'Report of the harvest', user_id: sample.bot })
  await number(world, 'remembered_browser', sample.rememberedBrowser)
  await rememberBrowser(world.app, realm, user, { headers, address: '127.0.0.1' })
  return { totp_code: codeOf(world, secret), new_credential: await create() }
}

/** A message to report, and one that was reported and hidden. */
async function addModeration(world: World) {
  const { alice } = world
  const ana = world.person(sample.user)
  await alice.api.subscribe({ subscriptions: [{ name: 'moderators' }], invite_only: true })
  const { stream_id } = await alice.api.getChannelId({ stream: 'moderators' })
  await alice.api.updateRealm({ moderation_request_channel_id: stream_id })
  await number(world, 'message', sample.reportedMessage)
  for (const content of ['Buy ladders!', 'Buy ladders now!']) {
    await ana.api.sendMessage({ ...orchard, topic: 'ladders', content })
  }
  await number(world, 'message_report', sample.messageReport)
  await alice.api.reportMessage({ message_id: sample.hiddenMessage, report_type: 'spam' })
  await alice.api.hideMessage({ message_id: sample.hiddenMessage, reason: 'This is an advertisement.' })
  await number(world, 'bulk_deletion', sample.bulkDeletion)
  await alice.api.startBulkDeletion({ user_id: world.dave.id })
}

/** A legal hold and an e-discovery export. */
async function addLegalMatter(world: World) {
  await number(world, 'legal_hold', sample.legalHold)
  await world.alice.api.createLegalHold({ name: 'Pear contract', password: castPassword })
  await number(world, 'discovery_export', sample.discoveryExport)
  await world.alice.api.requestDiscoveryExport({ password: castPassword })
}

async function invite(world: World) {
  const { api } = world.alice
  await number(world, 'invitation', sample.invitation)
  await api.sendInvitations({ invitee_emails: 'jo@example.com', stream_ids: [sample.channel] })
  await api.sendInvitations({ invitee_emails: 'iris@example.com', stream_ids: [sample.channel] })
  await number(world, 'invitation_link', sample.invitationLink)
  await api.createInvitationLink({})
  const { invite_link } = await api.createInvitationLink({})
  return { link_key: keyOfLink(invite_link) }
}

/** Keys of links that are only in emails. */
async function emailedKeys(world: World, mailbox: Awaited<ReturnType<typeof createMailbox>>) {
  await world.anyone.requestPasswordReset({ email: 'ana@example.com' })
  await world.carol.api.updateSettings({ email: 'carol.field@example.com' })
  const emails = await mailbox.emails(world)
  const keyFor = (recipient: string, path: string) =>
    keyInEmail(
      emails.find((one) => one.recipients.includes(recipient) && one.text.includes(path)),
      path,
    )
  return {
    reset_key: keyFor('ana@example.com', '/reset/'),
    confirmation_key: keyFor('carol.field@example.com', '/confirm-email/'),
    invitation_key: keyFor('iris@example.com', '/join/'),
  }
}

async function unsubscribeToken({ app }: World): Promise<string> {
  const realm = await app.realms.byHost('')
  const user = realm?.directory.users.get(sample.user)
  if (realm === undefined || user === undefined) throw new Error('Nobody to unsubscribe.')
  return keyOfLink(unsubscribeUrl(app, realm.directory, user, 'missed_messages'))
}

/** A call in a topic with Alice and Carol, and one by Dave that rings. */
async function addCalls(world: World): Promise<void> {
  const { alice, carol, dave } = world
  await number(world, 'call', sample.directCall)
  await dave.api.startCall({ type: 'direct', to: [alice.id] })
  await number(world, 'call', sample.call)
  const { call } = await alice.api.startCall({ ...orchard, topic: 'pears' })
  await number(world, 'call_participant', sample.callParticipant)
  for (const { api } of [alice, carol]) await api.joinCall({ call_id: call.call_id })
}
