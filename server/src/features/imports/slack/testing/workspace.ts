/** A small workspace with a little of everything. */
export const day = 1_709_283_600
export const token = 'xoxe-1234-secret-5678'
const ts = (seconds: number, micros = 0) => `${day + seconds}.${String(micros).padStart(6, '0')}`
const privateUrl = (id: string) => `https://files.slack.com/files-pri/T1-${id}/x?t=${token}`

/** A red pixel. */
export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

const users = [
  {
    id: 'U1',
    team_id: 'T1',
    name: 'ann',
    is_primary_owner: true,
    is_owner: true,
    tz: 'Europe/Berlin',
    profile: {
      real_name: 'Ann King',
      email: 'ann@acme.example',
      title: 'Grower',
      status_text: 'picking',
      status_emoji: ':cherries:',
      fields: { Xf1: { value: 'x', alt: '' } },
      avatar_hash: 'abc',
      image_512: 'https://avatars.slack-edge.com/x.png',
    },
  },
  {
    id: 'U2',
    team_id: 'T1',
    name: 'bo',
    is_admin: true,
    tz: null,
    real_name: 'Bo',
    profile: { email: 'bo@acme.example' },
  },
  {
    id: 'U3',
    team_id: 'T1',
    name: 'cy',
    is_restricted: true,
    profile: { display_name: 'Cy Guest', email: 'cy@acme.example' },
  },
  {
    id: 'U4',
    team_id: 'T1',
    name: 'gone',
    deleted: true,
    profile: { real_name: 'Gone Girl', email: 'gone@acme.example' },
  },
  { id: 'U5', team_id: 'T1', name: 'dee', profile: { real_name: 'Dee' } },
  { id: 'U6', team_id: 'T9', name: 'ext', profile: { real_name: 'Ext', email: 'ext@other.example' } },
  { id: 'U7', team_id: 'T1', name: 'deploy', is_bot: true, profile: { real_name: 'Deploy', bot_id: 'B7' } },
  { id: 'USLACKBOT', name: 'slackbot', profile: { real_name: 'Slackbot' } },
]

const general = [
  { type: 'message', user: 'U2', text: '<@U2> has joined the channel', subtype: 'channel_join', ts: ts(1) },
  {
    type: 'message',
    user: 'U1',
    text: 'Are the *plums* ripe, <@U2>?',
    ts: ts(10),
    thread_ts: ts(10),
    reply_count: 2,
  },
  {
    type: 'message',
    user: 'U2',
    text: 'nearly &amp; soon :tada:',
    ts: ts(20, 5),
    thread_ts: ts(10),
    edited: { user: 'U2', ts: ts(25) },
    reactions: [
      { name: 'thumbsup::skin-tone-2', users: ['U1', 'U404'], count: 4 },
      { name: '+1', users: ['U1'], count: 1 },
      { name: 'parrot', users: ['U2'], count: 1 },
      { name: 'nope', users: ['U2'], count: 1 },
    ],
  },
  {
    type: 'message',
    subtype: 'tombstone',
    user: 'U1',
    text: 'This message was deleted.',
    ts: ts(30),
    thread_ts: ts(30),
  },
  { type: 'message', user: 'U1', text: 'reply to nothing', ts: ts(40), thread_ts: ts(30) },
  {
    type: 'message',
    user: 'U1',
    text: 'root without replies',
    ts: ts(50),
    thread_ts: ts(50),
    reply_count: 1,
  },
  { type: 'message', subtype: 'me_message', user: 'U2', text: 'waves :parrot:', ts: ts(60) },
  { type: 'message', subtype: 'bot_message', bot_id: 'B1', username: 'Old name', text: 'built', ts: ts(70) },
  {
    type: 'message',
    subtype: 'bot_message',
    bot_id: 'B1',
    bot_profile: { name: 'Builder' },
    text: 'built again',
    ts: ts(71),
  },
  { type: 'message', bot_id: 'B7', text: 'deployed', ts: ts(72) },
  { type: 'message', user: 'USLACKBOT', subtype: 'slackbot_response', text: 'beep', ts: ts(73) },
  {
    type: 'message',
    user: 'U77',
    user_profile: { real_name: 'Shared Sue' },
    text: 'from outside',
    ts: ts(74),
  },
  { type: 'message', text: 'from nobody', ts: ts(75) },
  { type: 'message', user: 'U1', text: 'no time', ts: 'yesterday' },
  { type: 'message', user: 'U1', text: '', ts: ts(76) },
  {
    type: 'message',
    user: 'U1',
    text: 'two files',
    ts: ts(80),
    files: [
      {
        id: 'F1',
        name: 'plan.txt',
        title: 'The plan [1]',
        mimetype: 'text/plain',
        size: 9,
        url_private: privateUrl('F1'),
      },
      {
        id: 'F2',
        name: 'lost.txt',
        title: 'Lost',
        url_private: privateUrl('F2'),
        permalink: 'https://acme.slack.com/files/F2',
      },
      { id: 'F3', mode: 'tombstone' },
      { id: 'F4', mode: 'hidden_by_limit' },
      { id: 'F5', title: 'Drive', is_external: true, url_private: `https://drive.example/x?t=${token}` },
    ],
  },
  { type: 'message', user: 'U1', text: `leak https://files.slack.com/a?t=${token}&b=1`, ts: ts(81) },
  {
    type: 'message',
    user: 'U1',
    text: `see <https://acme.slack.com/archives/C1/p${day + 10}000000> and <#G1|secret>`,
    ts: ts(82),
  },
  { type: 'message', user: 'U1', text: 'first', ts: ts(90) },
  { type: 'message', user: 'U1', text: 'second of one time', ts: ts(90) },
  {
    type: 'message',
    subtype: 'message_changed',
    ts: ts(96),
    message: { user: 'U1', text: 'now', ts: ts(95), edited: { user: 'U1', ts: ts(96) } },
    previous_message: { user: 'U1', text: 'before *it*', ts: ts(95) },
  },
  { type: 'message', user: 'U1', text: 'now', ts: ts(95), edited: { user: 'U1', ts: ts(96) } },
]

/** The files of an export, by name. */
export const workspace = (): Record<string, unknown> => ({
  'users.json': users,
  'channels.json': [
    {
      id: 'C1',
      name: 'general',
      created: day - 100,
      creator: 'U1',
      is_general: true,
      members: ['U1', 'U2', 'U3', 'U404'],
      topic: { value: 'fruit' },
      purpose: { value: 'All &amp; everything' },
      pins: [{ id: ts(10) }],
    },
    { id: 'C2', name: 'old', created: day, is_archived: true, members: ['U1'] },
    { id: 'C3', name: 'random', created: day, members: ['U1'] },
  ],
  'groups.json': [{ id: 'G1', name: 'secret', created: day, members: ['U1', 'U2'] }],
  'mpims.json': [{ id: 'G2', name: 'mpdm-ann--bo--cy-1', members: ['U1', 'U2'] }],
  'dms.json': [
    { id: 'D1', created: day, members: ['U1', 'U2'] },
    { id: 'D2', created: day, members: ['U1'] },
    { id: 'D3', created: day, members: ['U1', 'U55'] },
  ],
  'integration_logs.json': [],
  'emojis/index.json': {
    parrot: 'https://emoji.example/p.png',
    polly: 'alias:parrot',
    lost: 'https://emoji.example/l.png',
  },
  'emojis/parrot.png': pixel,
  '__uploads/F1/plan.txt': 'the plan\n',
  'FC:F9:Notes/2024-03-01.json': [{ user: 'U1', text: 'canvas', ts: ts(5) }],
  'general/2024-03-01.json': general,
  // Days are cut in another time zone, so this file has earlier messages.
  'general/2024-03-02.json': [
    {
      type: 'message',
      user: 'U2',
      subtype: 'thread_broadcast',
      text: 'late reply',
      ts: ts(100),
      thread_ts: ts(10),
    },
    { type: 'message', user: 'U2', text: 'earliest', ts: ts(5) },
  ],
  'secret/2024-03-01.json': [{ type: 'message', user: 'U4', text: 'psst', ts: ts(15) }],
  'mpdm-ann--bo--cy-1/2024-03-01.json': [
    { type: 'message', user: 'U1', text: 'we three', ts: ts(16), thread_ts: ts(16), reply_count: 1 },
    { type: 'message', user: 'U3', text: 'yes', ts: ts(17), thread_ts: ts(16) },
  ],
  'D1/2024-03-01.json': [{ type: 'message', user: 'U1', text: 'hi Bo', ts: ts(18) }],
  'D2/2024-03-01.json': [{ type: 'message', user: 'U1', text: 'note to self', ts: ts(19) }],
  'D3/2024-03-01.json': [{ type: 'message', user: 'U1', text: 'anybody?', ts: ts(21) }],
  'nowhere/2024-03-01.json': [
    {
      ...{ type: 'message', subtype: 'file_share', user: 'U1', text: 'lost', ts: ts(22) },
      file: { id: 'F99', name: 'lost.txt' },
      reactions: [{ name: '+1', users: ['U1'], count: 2 }],
    },
  ],
})
