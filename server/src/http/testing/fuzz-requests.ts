import type { Endpoint, Param } from '@loquat/contract'
import fc from 'fast-check'
import { z } from 'zod'

const nested = (levels: number, inner: string) => '['.repeat(levels) + inner + ']'.repeat(levels)

/** Text that programs stumble over. */
const oddText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '\n',
    '\ud800',
    '\udfff\ud800',
    '\uffff',
    '🍑👩‍👩‍👧‍👦',
    'e\u0301'.repeat(50),
    '\u202egnirts',
    'x'.repeat(20_000),
    '🍑'.repeat(3_000),
    ' '.repeat(2_000),
    "'; drop table message; --",
    '%00%s%n\\',
    '{{1}}<script>',
    '__proto__',
    'constructor',
    '-1',
    '1e400',
    '9'.repeat(30),
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
)
/** Text that leads further in than noise would. */
const knownText = fc.constantFrom(
  'general',
  'alice@example.com',
  'carol@example.com',
  'stream',
  'channel',
  'direct',
  'topic',
  'sender',
  'is',
  'dm',
  'has',
  'id',
  'near',
  'search',
  'starred',
  'read',
  'add',
  'newest',
  'first_unread',
  'message',
  '#abcdef',
  'a fresh name',
)
const text = fc.oneof({ weight: 4, arbitrary: knownText }, oddText)
const integer = fc.oneof(
  fc.integer({ min: -2, max: 20 }),
  fc.constantFrom(100, 400, 600, 5_001, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53 - 1, -(2 ** 53) + 1),
)

/** Valid fields, so that the code after parameter parsing is tested as well. */
const helpful: Record<string, string[]> = {
  type: ['channel', 'direct'],
  to: ['[2,3]', 'general', '["general"]', '["carol@example.com"]', 'alice@example.com,bob@example.com'],
  anchor: ['newest', 'oldest', 'first_unread', '0', '10000000000000000'],
  num_before: ['0', '1', '5000'],
  num_after: ['0', '1'],
  narrow: [
    '[]',
    '[["is","starred"]]',
    '[{"operator":"channel","operand":"general"}]',
    '[["search","a \\"plum\\" 世界 it\\u0027s"]]',
    '[["search","lunch"],["has","link"],["in","home"]]',
    '[{"operator":"with","operand":1}]',
  ],
  message_ids: ['[]', '[1,2,3]'],
  msg_ids: ['[]', '[1,2,3]'],
  topic_name: ['a topic', ''],
  url: ['https://news.example/feed.xml', 'http://127.0.0.1:9/ä', 'file:///etc/passwd'],
  messages: ['[]', '[1,2,3]'],
  message_id: ['1', '2'],
  scope: ['topic', 'channel'],
  components: [
    '[]',
    '[{"type":"button","id":"a","label":"A"}]',
    '[{"type":"select","id":"a","label":"A","options":[]}]',
  ],
  component_id: ['a'],
  commands: ['[]', '[{"name":"pick","description":""}]', '[{"name":"me","description":""}]'],
  fields: ['{}', '{"a":true,"b":"c"}'],
  bookmark_ids: ['[]', '[1]'],
  scopes: ['null', '["messages:read"]'],
  channel_ids: ['null', '[]', '[1]'],
  addresses: ['null', '["192.0.2.0/24"]', '["::1/129"]'],
  expires_at: ['null', '0', '9999999999'],
  channel_folder_id: ['1', '2'],
  folder_id: ['1', 'null'],
  collapse: ['[]', '[1]'],
  expand: ['[1]'],
  user_ids: ['[]', '[2,3]'],
  emoji_name: ['tada', 'thumbs_up', 'chat'],
  emoji_code: ['1f389', '1f44d', 'chat', '1'],
  msg_type: ['widget'],
  content: [
    'hi',
    '[x](/user_uploads/2/a/b.png) [y](/user_uploads/2/%00)',
    '/poll Which?\n- plums',
    '{"type":"vote","key":"canned,0","vote":1}',
  ],
  widget_content: [
    '{"widget_type":"zform","extra_data":{"type":"choices","heading":"","choices":[]}}',
    '{"widget_type":"zform"}',
  ],
  op: ['add', 'remove', 'start', 'stop'],
  flag: ['read', 'starred'],
  stream: ['general'],
  stream_id: ['1'],
  subscriptions: ['["general"]', '[{"name":"general"}]', '[{"name":"plums"},{"name":"Plums"}]'],
  add: ['[{"name":"general"}]', '[{"name":"plums"}]', '[5]', '[10]'],
  delete: ['["general"]', '["plums"]', '[6]', '[10]'],
  add_subgroups: ['[10]', '[17]'],
  delete_subgroups: ['[10]'],
  members: ['[]', '[5,6]'],
  subgroups: ['[10]'],
  can_join_group: ['14', '{"new":14}', '{"new":{"direct_members":[5],"direct_subgroups":[17]}}'],
  can_manage_group: ['17', '{"new":17}'],
  group_name: ['orchard', 'seeds'],
  new_group_name: ['grove', ''],
  stream_names: ['[]', '["general"]', '["plums"]'],
  subscription_data: [
    '[{"stream_id":1,"property":"color","value":"#abc"}]',
    '[{"stream_id":1,"property":"is_muted","value":true}]',
  ],
  principals: ['["carol@example.com"]', '[]'],
  draft: ['{"type":"stream","to":[1],"topic":"a","content":"b"}'],
  drafts: ['[{"type":"private","to":[2],"topic":"","content":"b","timestamp":1.5}]'],
  source: ['slack'],
  file_name: ['Acme Slack export.zip'],
  emails: ['userid,email\nU1,ann@acme.example'],
  title: ['A title'],
  status: ['active', 'idle'],
  last_update_id: ['-1', '0', '1'],
  history_limit_days: ['0', '14'],
  presence_history_limit_days: ['0', '14'],
  name: ['a name'],
  field_type: ['1', '3', '6', '7'],
  field_data: ['{"a":{"text":"A","order":"1"}}', '{"subtype":"github"}'],
  data: ['[]', '[1]', '[{"id":1,"value":"a"}]'],
  profile_data: ['[{"id":1,"value":"a"}]', '[{"id":1,"value":null}]'],
  order: ['[]', '[1]'],
  status_text: ['out to lunch', ''],
  reaction_type: ['unicode_emoji', 'realm_emoji'],
  visibility_policy: ['0', '1', '2', '3'],
  alert_words: ['["plum"]', '[" PLUM ","a plum"]'],
  export_type: ['1', '2'],
  export_id: ['1', '2'],
  queue_id: ['MY-QUEUE'],
  api_key: ['MY-KEY'],
  payload: ['{"text":"hi *you*"}', '{"alerts":[{"labels":{"alertname":"TooHot"}}],"status":"firing"}'],
  only_events: ['[]', '["firing"]'],
  exclude_events: ['["firing"]'],
  last_event_id: ['-1', '0', '1'],
  username: ['alice@example.com'],
  email: ['new@example.com', 'Alice@example.com'],
  password: ['loquats ripen in spring'],
  full_name: ['Somebody New'],
  short_name: ['somebody', 'somebody-else'],
  bot_type: ['1', '2', '3'],
  interface_type: ['1', '2'],
  payload_url: ['"https://example.com/hook"'],
  service_payload_url: ['"https://example.com/hook"'],
  service_name: ['github', 'json'],
  config_data: ['{}', '{"key":"value"}'],
  default_sending_stream: ['general', ''],
  default_events_register_stream: ['general', ''],
  storage: ['{}', '{"key":"value"}'],
  keys: ['[]', '["key"]'],
  new_email: ['new@example.com', 'Carol@example.com'],
  role: ['100', '400', '600'],
  event_types: ['["message"]', '[]'],
  domain: ['orchard.example.com', 'one.org'],
  token: ['abcd', 'c29tZXRoaW5n'],
  appid: ['org.example.Chat'],
  authentication_methods: ['{"Email":true}', '{"Email":true,"LDAP":false}'],
}

/** Optional by declaration, but without them hardly any call succeeds. */
const usual = new Set(['to', 'anchor', 'num_before', 'num_after', 'queue_id', 'last_event_id'])

type Schema = {
  minimum?: number
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  items?: Schema
  prefixItems?: Schema[]
  properties?: Record<string, Schema>
}

/** Values of the declared form. */
function plausible(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(plausible))
  if (schema.prefixItems !== undefined) return fc.tuple(...schema.prefixItems.map(plausible))
  if (schema.type === 'array') return fc.array(plausible(schema.items ?? {}), { maxLength: 4 })
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'integer') return integer.filter((value) => value >= (schema.minimum ?? -Infinity))
  if (schema.type === 'string') return text
  if (schema.type === 'null') return fc.constant(null)
  if (schema.type === 'object') {
    const fields = Object.entries(schema.properties ?? {}).map(([key, inner]) => [key, plausible(inner)])
    return fc.record(Object.fromEntries(fields), { requiredKeys: [] })
  }
  return fc.oneof(text, integer, fc.array(fc.oneof(integer, text), { maxLength: 3 }))
}

/** A form field with a value of the declared form. */
function fieldFor(name: string, { schema, encoding }: Param): fc.Arbitrary<string> {
  const declared = plausible(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema).map(
    (value) => (encoding === 'text' && typeof value === 'string' ? value : JSON.stringify(value)),
  )
  const values = helpful[name]
  return values === undefined
    ? declared
    : fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...values) }, declared)
}

/** A form field of some other form, or of none. */
const spoiltField = fc.oneof(
  oddText,
  fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)),
  fc.constantFrom(
    nested(50, '"\\u0000"'),
    nested(20_000, ''),
    '['.repeat(50_000),
    `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`,
    '[1.0,1e5,-0,01]',
    '{"__proto__":{"x":1},"constructor":1}',
    '"\\ud800"',
    '[null,[],{},"",0,-1,true]',
    'NaN',
  ),
)

const smallestGif = Uint8Array.from(atob('R0lGODdhAQABAIAAAP///////ywAAAAAAQABAAACAkQBADs='), (c) =>
  c.charCodeAt(0),
)

const pathValue = fc.constantFrom(
  'plum',
  'grafana',
  'json',
  '1',
  '2',
  '5',
  '7',
  '9',
  '17',
  '2147483648',
  '9'.repeat(19),
  '9'.repeat(400),
  '%00',
  'carol%40example.com',
)

/** Requests to an endpoint: most nearly right, some not at all. */
export function requestTo(endpoint: Endpoint) {
  const params = Object.entries(endpoint.params)
  const names = params.flatMap(([name, { aliases }]) => [name, ...aliases])
  const field = ([name, param]: [string, Param]) => fc.tuple(fc.constant(name), fieldFor(name, param))
  const needed = params.filter(([name, param]) => param.required || usual.has(name))
  const free = params.filter((entry) => !needed.includes(entry))
  return fc.record({
    needed: fc.tuple(...needed.map(field)),
    free: fc.array(fc.oneof(...free.map(field), fc.tuple(fc.constant('unknown'), oddText)), { maxLength: 4 }),
    // One at most, so that most calls get as far as doing something.
    spoilt: fc.option(fc.tuple(fc.constantFrom('client', ...names), spoiltField), { freq: 2 }),
    extra: fc.dictionary(fc.string({ unit: 'binary', maxLength: 10 }), oddText, { maxKeys: 2 }),
    path: fc.array(pathValue, { minLength: 3, maxLength: 3 }),
    file: fc.option(fc.constantFrom(smallestGif, 'GIF89a', '')),
    place: fc.constantFrom('form' as const, 'form' as const, 'multipart' as const, 'query' as const),
    caller: fc.constantFrom('alice' as const, 'alice' as const, 'carol' as const, 'greta' as const),
    userAgent: fc.constantFrom('website/1', '', '(((', '/', ' ', 'x'.repeat(3_000)),
  })
}
export type FuzzRequest = ReturnType<typeof requestTo> extends fc.Arbitrary<infer R> ? R : never
