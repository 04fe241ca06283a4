import { File } from 'node:buffer'
import type { Api } from '@loquat/client'
import type { World } from '@loquat/devkit'
import { sql } from 'kysely'

/** Objects that endpoints name, by kind: IDs, or names where endpoints take those. */
export type Things = Record<ThingKind, number | string>

export const thingKinds = [
  'message',
  'channel',
  'channel name',
  'bookmark',
  'channel folder',
  'user',
  'email address',
  'bot',
  'group',
  'draft',
  'later item',
  'saved search',
  'call',
  'snippet',
  'scheduled message',
  'attachment',
  'file',
  'session',
  'invitation',
  'invitation link',
  'profile field',
  'linkifier',
  'playground',
  'export',
  'import',
  'default channel group',
  'feed',
  'queue',
  'domain',
  'emoji',
] as const
export type ThingKind = (typeof thingKinds)[number]

/** A word in every hidden name and text, which no answer may contain. */
export const secretWord = 'quince'

/** The smallest GIF. */
const picture = Buffer.from('R0lGODdhAQABAIAAAP///////ywAAAAAAQABAAACAkQBADs=', 'base64')

type Personal = Pick<
  Things,
  | 'draft'
  | 'later item'
  | 'saved search'
  | 'snippet'
  | 'scheduled message'
  | 'attachment'
  | 'file'
  | 'session'
  | 'queue'
>

/** Personal objects of a user, whose session was opened before. */
export async function addPersonalThings(world: World, api: Api, word: string): Promise<Personal> {
  const { user_id } = await api.getOwnUser()
  const draft = { type: 'private' as const, to: [user_id], topic: '', content: word }
  const { ids } = await api.createDrafts({ drafts: [draft] })
  const { later_id } = await api.addLaterItem({ note: word })
  const { saved_search_id } = await api.createSavedSearch({ name: word, query: word })
  const { saved_snippet_id } = await api.createSavedSnippet({ title: word, content: word })
  const { scheduled_message_id } = await api.createScheduledMessage({
    type: 'direct',
    to: [user_id],
    content: word,
    scheduled_delivery_timestamp: 4_070_908_800,
  })
  const text = new File([word], `${word}.txt`) as unknown as Blob
  const { url } = await api.uploadFile({}, { files: [text] })
  const { attachments } = await api.getAttachments()
  const { rows } = await sql<{ id: number }>`
    insert into session (realm_id, user_id, key_hash, created_at, last_used_at, expires_at, address, user_agent)
    select realm_id, id, md5(random()::text), now(), now(), now() + interval '1 day', '127.0.0.1', ${word}
    from account where id = ${user_id} returning id`.execute(world.app.database.db)
  const { queue_id } = await api.register({ event_types: ['message'] })
  return {
    draft: ids[0]!,
    'later item': later_id,
    'saved search': saved_search_id,
    snippet: saved_snippet_id,
    'scheduled message': scheduled_message_id,
    attachment: attachments[0]!.id,
    file: url.replace(/^\/user_uploads\/\d+\//, ''),
    session: rows[0]!.id,
    queue: queue_id ?? '',
  }
}

/** One object of every kind, by the owner of an organization. */
export async function addThings(world: World, api: Api, word: string): Promise<Things> {
  const own = await api.getOwnUser()
  const name = `${word}-room`
  await api.subscribe({ subscriptions: [{ name, description: word }], invite_only: true })
  const { stream_id } = await api.getChannelId({ stream: name })
  const message = await api.sendMessage({ type: 'channel', to: stream_id, topic: word, content: word })
  const { call } = await api.startCall({ type: 'channel', to: stream_id, topic: word })
  const bookmarkUrl = `https://example.com/${word}`
  const { bookmark_id } = await api.addBookmark({ stream_id, title: word, url: bookmarkUrl })
  const { channel_folder_id } = await api.createChannelFolder({ name: word, description: word })
  const email = `${word}@example.net`
  const { user_id } = await api.createUser({ email, full_name: word, password: 'loquats ripen in spring' })
  const bot = await api.createBot({ full_name: `${word} bot`, short_name: word })
  const { group_id } = await api.createUserGroup({
    name: `${word}s`,
    description: word,
    members: [own.user_id],
  })
  const feed = { url: `https://example.com/${word}.xml`, stream_id, topic: word }
  const { feed_id: feedId } = await api.addFeed({ bot_id: bot.user_id, ...feed })
  const expiry = { invite_expires_in_minutes: 60 }
  await api.sendInvitations({ invitee_emails: `${word}-new@example.net`, stream_ids: [], ...expiry })
  await api.createInvitationLink(expiry)
  const { invites } = await api.getInvitations()
  const field = await api.createProfileField({ name: word, field_type: 1 })
  const linkifier = await api.addLinkifier({
    pattern: `${word}-(?P<n>[0-9]+)`,
    url_template: 'https://example.com/{n}',
  })
  const playground = await api.addPlayground({
    name: word,
    highlight_language: word,
    url_template: 'https://example.com/{code}',
  })
  await api.createDefaultChannelGroup({ group_name: word, description: word, stream_names: [] })
  await api.addDomain({ domain: `${word}.example`, allow_subdomains: false })
  await api.addCustomEmoji({ emoji_name: word }, { files: [new File([picture], 'a.gif') as unknown as Blob] })
  const { id: exportId } = await api.requestExport({ export_type: 1 })
  const { realm_import } = await api.createImport({ source: 'slack', file_name: `${word}.zip`, size: 10 })
  const groups = await sql<{ id: number }>`
    select max(id) as id from default_channel_group`.execute(world.app.database.db)
  return {
    ...(await addPersonalThings(world, api, word)),
    message: message.id,
    channel: stream_id,
    'channel name': name,
    bookmark: bookmark_id,
    call: call.call_id,
    'channel folder': channel_folder_id,
    user: user_id,
    'email address': email,
    bot: bot.user_id,
    group: group_id,
    invitation: invites.find((one) => !one.is_multiuse)!.id,
    'invitation link': invites.find((one) => one.is_multiuse)!.id,
    'profile field': field.id,
    linkifier: linkifier.id,
    playground: playground.id,
    export: exportId,
    import: realm_import.id,
    'default channel group': groups.rows[0]!.id,
    feed: feedId,
    domain: `${word}.example`,
    emoji: word,
  }
}

/** Objects that do not exist, of the same form. */
export const missingThings: Things = {
  ...(Object.fromEntries(thingKinds.map((kind) => [kind, 2_000_000_011])) as Things),
  'channel name': 'medlar-room',
  'email address': 'medlar@example.net',
  file: 'ab/MedlarMedlarMedlarMedlar/medlar.txt',
  import: 'medlar',
  queue: 'medlar',
  domain: 'medlar.example',
  emoji: 'medlar',
}
