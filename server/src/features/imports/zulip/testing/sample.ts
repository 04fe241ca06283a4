/** A small Zulip export with one of everything. Times are in November 2023. */

export const samplePng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGP4z8CAB+GTG8HSALfKY52fTcuYAAAAAElFTkSuQmCC',
  'base64',
)

export const start = 1_700_000_000

const user = (id: number, full_name: string, changes: object = {}) => ({
  id,
  full_name,
  delivery_email: `${full_name.toLowerCase()}@orchard.example`,
  email: `user${id}@orchard.zulip.example`,
  role: 400,
  is_active: true,
  is_bot: false,
  date_joined: start - 100_000,
  timezone: 'Europe/Berlin',
  avatar_source: 'G',
  ...changes,
})

export const uploadPath = '2/ab/Xy12/plum list.txt'

const message = (
  id: number,
  sender: number,
  recipient: number,
  subject: string,
  content: string,
  changes: object = {},
) => ({
  id,
  sender,
  recipient,
  realm: 2,
  subject,
  content,
  rendered_content: `<p>${content}</p>`,
  date_sent: start + id + 0.5,
  sending_client: 3,
  last_edit_time: null,
  edit_history: null,
  ...changes,
})

const history = JSON.stringify([
  { user_id: 11, timestamp: start + 900, prev_topic: 'pears', topic: 'plums' },
  {
    user_id: 11,
    timestamp: start + 800,
    prev_content: 'hello @**Ben|12**',
    prev_rendered_content: '<script>x</script>',
  },
])

export const messages = [
  message(201, 11, 51, 'plums', 'hello all', { edit_history: history, last_edit_time: start + 900 }),
  message(
    202,
    12,
    51,
    'plums',
    'ask @**Ada|11** and @_**Old Cid**, see #**orchard>plums@201** or /#narrow/channel/31-orchard/topic/plums/near/201',
    {
      rendered_content:
        '<p>ask <span class="user-mention" data-user-id="11">@Ada</span> and <span class="user-mention silent" data-user-id="13">Old Cid</span></p>',
    },
  ),
  message(203, 11, 52, '', `[list](/user_uploads/${encodeURI(uploadPath)}) :dog: \`:dog: @**Ada|11**\``, {
    rendered_content:
      '<p><span class="emoji emoji-1f415" role="img">:dog:</span><script>alert(1)</script></p>',
  }),
  message(204, 11, 42, '', 'to Ben'),
  message(205, 12, 41, '', 'back to Ada'),
  message(206, 12, 53, '', 'to both'),
  message(207, 91, 51, 'notices', 'a notice'),
  message(208, 77, 51, 'notices', 'from nobody in the list'),
  message(209, 11, 41, '', 'note to self'),
]

const row = (user_profile: number, messageId: number, flags_mask: number) => ({
  id: user_profile * 1_000 + messageId,
  user_profile,
  message: messageId,
  flags_mask,
})

/** Ben has not read the notices; he starred the first message. */
export const flags = [
  ...[201, 203, 204, 205, 206, 207, 208, 209].map((id) => row(11, id, 1)),
  row(11, 202, 9),
  row(12, 201, 3),
  ...[202, 204, 205, 206].map((id) => row(12, id, 1)),
  row(12, 207, 0),
  row(12, 208, 0),
]

export function sampleTables() {
  return {
    zerver_realm: [
      {
        id: 2,
        name: 'The Orchard',
        string_id: 'orchard',
        description: 'Fruit',
        date_created: start - 200_000,
        deactivated: true,
        org_type: 10,
        plan_type: 2,
        message_visibility_limit: 10,
        mandatory_topics: true,
        new_stream_announcements_stream: 31,
        can_create_groups: 5,
        can_invite_users_group: 61,
        icon_source: 'U',
      },
    ],
    zerver_userprofile: [
      user(11, 'Ada', { role: 100, avatar_source: 'U', enter_sends: true }),
      user(12, 'Ben', { role: 600 }),
      user(13, 'Cid', { is_active: false }),
      user(14, 'Dot', { delivery_email: 'exported-user-abc@orchard.zulip.example' }),
      user(15, 'Counter', {
        is_bot: true,
        bot_type: 3,
        bot_owner: 11,
        delivery_email: 'counter-bot@orchard.zulip.example',
        default_sending_stream: 31,
        default_events_register_stream: 404,
        default_all_public_streams: true,
      }),
    ],
    zerver_userprofile_mirrordummy: [user(16, 'Mirror', { is_mirror_dummy: true, is_active: false })],
    zerver_userprofile_crossrealm: [{ id: 91, email: 'notification-bot@zulip.com', recipient_id: 1 }],
    zerver_service: [
      {
        user_profile: 15,
        name: 'counter',
        base_url: 'https://count.example/hook',
        interface: 2,
        token: 'old',
      },
    ],
    zerver_botstoragedata: [{ id: 1, bot_profile: 15, key: 'apples', value: '12' }],
    zerver_stream: [
      {
        id: 31,
        name: 'orchard',
        description: 'Trees\nand more',
        date_created: start,
        creator: 11,
        can_send_message_group: 60,
      },
      {
        id: 32,
        name: 'secret',
        invite_only: true,
        history_public_to_subscribers: false,
        date_created: start,
      },
      { id: 33, name: '!DEACTIVATED:old', deactivated: true, date_created: start },
    ],
    zerver_recipient: [
      { id: 41, type: 1, type_id: 11 },
      { id: 42, type: 1, type_id: 12 },
      { id: 51, type: 2, type_id: 31 },
      { id: 52, type: 2, type_id: 32 },
      { id: 53, type: 3, type_id: 1 },
      { id: 54, type: 2, type_id: 33 },
    ],
    zerver_huddle: [{ id: 1, huddle_hash: 'x', group_size: 3, recipient: 53 }],
    zerver_subscription: [
      ...[11, 12, 13, 77].map((id) => ({
        user_profile: id,
        recipient: 51,
        active: true,
        color: '#123456',
        pin_to_top: id === 12,
      })),
      { user_profile: 11, recipient: 52, active: true },
      ...[11, 12, 13].map((id) => ({ user_profile: id, recipient: 53, active: true })),
    ],
    zerver_defaultstream: [{ stream: 31 }],
    zerver_namedusergroup: [
      { usergroup_ptr: 5, name: 'role:moderators', is_system_group: true },
      { usergroup_ptr: 60, name: 'gardeners', description: 'Green', is_system_group: false, creator: 11 },
    ],
    zerver_usergroupmembership: [
      { user_group: 60, user_profile: 12 },
      { user_group: 61, user_profile: 11 },
    ],
    zerver_groupgroupmembership: [{ supergroup: 60, subgroup: 5 }],
    zerver_reaction: [
      {
        user_profile: 12,
        message: 201,
        emoji_name: 'tada',
        emoji_code: '1f389',
        reaction_type: 'unicode_emoji',
      },
      { user_profile: 11, message: 201, emoji_name: 'plum', emoji_code: '71', reaction_type: 'realm_emoji' },
      {
        user_profile: 11,
        message: 999,
        emoji_name: 'tada',
        emoji_code: '1f389',
        reaction_type: 'unicode_emoji',
      },
      {
        user_profile: 11,
        message: 201,
        emoji_name: 'what',
        emoji_code: 'ffffff',
        reaction_type: 'unicode_emoji',
      },
    ],
    zerver_realmemoji: [
      { id: 71, name: 'plum', author: 11, file_name: '71.png', deactivated: false },
      { id: 72, name: 'broken', author: 11, file_name: '72.png', deactivated: false },
    ],
    zerver_realmdomain: [{ domain: 'orchard.example', allow_subdomains: true }],
    zerver_realmfilter: [
      { pattern: '#(?P<id>[0-9]+)', url_template: 'https://issues.example/{id}', order: 0 },
      { pattern: '(bad', url_template: 'javascript:alert(1)', order: 1 },
    ],
    zerver_customprofilefield: [
      { id: 81, name: 'Tree', hint: '', field_type: 1, field_data: '', order: 1 },
      { id: 82, name: 'Mentor', hint: '', field_type: 6, field_data: '', order: 2 },
    ],
    zerver_customprofilefieldvalue: [
      { user_profile: 11, field: 81, value: 'plum' },
      { user_profile: 12, field: 82, value: '[11]' },
    ],
    zerver_userstatus: [
      {
        user_profile: 12,
        status_text: 'picking',
        emoji_name: 'plum',
        emoji_code: '71',
        reaction_type: 'realm_emoji',
      },
    ],
    zerver_usertopic: [
      { user_profile: 12, stream: 31, topic_name: 'plums', visibility_policy: 3, last_updated: start },
    ],
    zerver_muteduser: [{ user_profile: 11, muted_user: 13, date_muted: start }],
    zerver_alertword: [{ user_profile: 11, word: 'Frost' }],
    zerver_savedsnippet: [{ user_profile: 11, title: 'Hi', content: 'Hello there', date_created: start }],
    zerver_client: [{ id: 3, name: 'website' }],
    zerver_unknown: [{ anything: true }],
  }
}

export type SampleTables = ReturnType<typeof sampleTables>

/** The files of the export. */
export function sampleFiles(tables: SampleTables = sampleTables()): Record<string, unknown> {
  const files = {
    'migration_status.json': { zulip_version: '10.4' },
    'realm.json': JSON.stringify(tables, null, 1),
    'messages-000001.json': {
      zerver_message: messages.slice(0, 5),
      zerver_usermessage: flags.filter((one) => one.message <= 205),
    },
    'messages-000002.json': {
      zerver_message: messages.slice(5),
      zerver_usermessage: flags.filter((one) => one.message > 205),
    },
    'attachment.json': {
      zerver_attachment: [
        {
          id: 1,
          file_name: 'plum list.txt',
          path_id: uploadPath,
          owner: 11,
          create_time: start,
          size: 6,
          messages: [203],
        },
        {
          id: 2,
          file_name: 'gone.txt',
          path_id: '2/cd/Zz/gone.txt',
          owner: 11,
          create_time: start,
          size: 6,
          messages: [],
        },
      ],
    },
    'stats.json': { 'realm.json': { zerver_stream: 3 } },
    'uploads/records.json': [{ path: uploadPath, user_profile_id: 11, size: 6 }],
    [`uploads/${uploadPath}`]: 'plums!',
    'avatars/records.json': [
      { path: '2/aa.png', user_profile_id: 11 },
      { path: '2/aa.original', user_profile_id: 11 },
    ],
    'avatars/2/aa.png': samplePng,
    'avatars/2/aa.original': samplePng,
    'emoji/records.json': [
      { path: '2/emoji/images/71.png', file_name: '71.png' },
      { path: '2/emoji/images/72.png', file_name: '72.png' },
    ],
    'emoji/2/emoji/images/71.png': samplePng,
    'emoji/2/emoji/images/72.png': 'not a picture',
    'realm_icons/records.json': [{ path: '2/icon.original' }],
    'realm_icons/2/icon.original': samplePng,
  }
  return Object.fromEntries(
    Object.entries(files).map(([name, content]) => [`zulip-export-x/${name}`, content]),
  )
}
