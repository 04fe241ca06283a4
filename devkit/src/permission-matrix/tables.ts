import type { ChannelPermission } from '@loquat/contract'
import type { OperationName } from './world.ts'

/**
 * Channel permissions by role. Rows are kinds of channels (matched by prefix: `private` is both private
 * kinds, `any` is all), columns are roles. A cell has one sign each for a current subscriber, a former
 * subscriber and someone never subscribed: `+` is yes, `-` is no; for messages `a` is all and `r` those
 * received.
 *
 * Tests of one row must not depend on earlier ones, so subscribing comes last.
 */
export const byKind: [operation: OperationName | 'add others, where nobody may', table: string][] = [
  [
    'see',
    `           owner  admin  moderator  member  guest  bot
    web-public           +++    +++    +++        +++     +++    +++
    public               +++    +++    +++        +++     +--    +++
    private              +++    +++    +--        +--     +--    +--
    archived web-public  +++    +++    +++        +++     +++    +++
    archived public      +++    +++    +++        +++     +--    +++
    archived private     +++    +++    +--        +--     +--    +--`,
  ],
  [
    'list its members',
    `           owner  admin  moderator  member  guest  bot
    web-public  +++    +++    +++        +++     +++    +++
    public      +++    +++    +++        +++     +--    +++
    private     +++    +++    +--        +--     +--    +--
    archived    ---    ---    ---        ---     ---    ---`,
  ],
  [
    'find it by name',
    `           owner  admin  moderator  member  guest  bot
    web-public  +++    +++    +++        +++     +++    +++
    public      +++    +++    +++        +++     +--    +++
    private     +--    +--    +--        +--     +--    +--
    archived    ---    ---    ---        ---     ---    ---`,
  ],
  [
    'ask for its address',
    `           owner  admin  moderator  member  guest  bot
    web-public  +++    +++    +++        +++     +++    +++
    public      +++    +++    +++        +++     +--    +++
    private     +--    +--    +--        +--     +--    +--
    archived    ---    ---    ---        ---     ---    ---`,
  ],
  [
    'list its topics',
    `                  owner  admin  moderator  member  guest  bot
    web-public         aaa    aaa    aaa        aaa     aaa    aaa
    public             aaa    aaa    aaa        aaa     a--    aaa
    private shared     a--    a--    a--        a--     a--    a--
    private protected  r--    r--    r--        r--     r--    r--
    archived           ---    ---    ---        ---     ---    ---`,
  ],
  [
    'read its history',
    `                    owner  admin  moderator  member  guest  bot
    web-public           aaa    aaa    aaa        aaa     aaa    aaa
    public               aaa    aaa    aaa        aaa     a--    aaa
    private shared       a--    a--    a--        a--     a--    a--
    private protected    r--    r--    r--        r--     r--    r--
    archived web-public  aaa    aaa    aaa        aaa     aaa    aaa
    archived public      aaa    aaa    aaa        aaa     r--    aaa
    archived private     r--    r--    r--        r--     r--    r--`,
  ],
  [
    'read a message',
    `                    owner  admin  moderator  member  guest  bot
    web-public           aaa    aaa    aaa        aaa     a--    aaa
    public               aaa    aaa    aaa        aaa     a--    aaa
    private shared       a--    a--    a--        a--     a--    a--
    private protected    r--    r--    r--        r--     r--    r--
    archived web-public  aaa    aaa    aaa        aaa     a--    aaa
    archived public      aaa    aaa    aaa        aaa     a--    aaa
    archived private     a--    a--    a--        a--     a--    a--`,
  ],
  [
    'react to a message',
    `           owner  admin  moderator  member  guest  bot
    web-public  +++    +++    +++        +++     +--    +++
    public      +++    +++    +++        +++     +--    +++
    private     +--    +--    +--        +--     +--    +--
    archived    ---    ---    ---        ---     ---    ---`,
  ],
  [
    'post',
    `           owner  admin  moderator  member  guest  bot
    web-public  +++    +++    +++        +++     +++    +++
    public      +++    +++    +++        +++     +--    +++
    private     +--    +--    +--        +--     +--    +--
    archived    ---    ---    ---        ---     ---    ---`,
  ],
  [
    'mute a topic',
    `           owner  admin  moderator  member  guest  bot
    web-public  +++    +++    +++        +++     +++    +++
    public      +++    +++    +++        +++     +--    +++
    private     +--    +--    +--        +--     +--    +--
    archived    ---    ---    ---        ---     ---    ---`,
  ],
  [
    'mute it',
    `    owner  admin  moderator  member  guest  bot
    any  +--    +--    +--        +--     +--    +--`,
  ],
  [
    'describe it',
    `    owner  admin  moderator  member  guest  bot
    any  +++    +++    ---        ---     ---    ---`,
  ],
  [
    'change who reads it',
    `                    owner  admin  moderator  member  guest  bot
    web-public           +++    +++    ---        ---     ---    ---
    public               +++    +++    ---        ---     ---    ---
    private              +--    +--    ---        ---     ---    ---
    archived web-public  +++    +++    ---        ---     ---    ---
    archived public      +++    +++    ---        ---     ---    ---
    archived private     +--    +--    ---        ---     ---    ---`,
  ],
  [
    'archive it',
    `           owner  admin  moderator  member  guest  bot
    web-public  +++    +++    ---        ---     ---    ---
    public      +++    +++    ---        ---     ---    ---
    private     +++    +++    ---        ---     ---    ---
    archived    ---    ---    ---        ---     ---    ---`,
  ],
  [
    'add others',
    `                    owner  admin  moderator  member  guest  bot
    web-public           +++    +++    +++        +++     ---    +++
    public               +++    +++    +++        +++     ---    +++
    private              +--    +--    +--        +--     ---    +--
    archived web-public  +++    +++    +++        +++     ---    +++
    archived public      +++    +++    +++        +++     ---    +++
    archived private     +--    +--    +--        +--     ---    +--`,
  ],
  [
    'add others, where nobody may',
    `                    owner  admin  moderator  member  guest  bot
    web-public           +++    +++    ---        ---     ---    ---
    public               +++    +++    ---        ---     ---    ---
    private              +--    +--    ---        ---     ---    ---
    archived web-public  +++    +++    ---        ---     ---    ---
    archived public      +++    +++    ---        ---     ---    ---
    archived private     +--    +--    ---        ---     ---    ---`,
  ],
  [
    'remove others',
    `    owner  admin  moderator  member  guest  bot
    any  +++    +++    ---        ---     ---    ---`,
  ],
  [
    'leave it',
    `    owner  admin  moderator  member  guest  bot
    any  +--    +--    +--        +--     +--    +--`,
  ],
  [
    'subscribe oneself',
    `                    owner  admin  moderator  member  guest  bot
    web-public           +++    +++    +++        +++     ---    +++
    public               +++    +++    +++        +++     ---    +++
    private              +--    +--    +--        +--     ---    +--
    archived web-public  +++    +++    +++        +++     ---    +++
    archived public      +++    +++    +++        +++     ---    +++
    archived private     +--    +--    +--        +--     ---    +--`,
  ],
]

/**
 * The operations that a channel permission grants to a user who was never subscribed. Rows are operations, columns are roles. A
 * cell has one sign each for a public channel, a private one with shared history and a private one with
 * protected history; `0` is an empty list of messages without an error.
 */
export const byPermission: [permission: ChannelPermission, table: string][] = [
  [
    'can_administer_channel_group',
    `                             owner  admin  moderator  member  guest  bot
    see                           +++    +++    +++        +++     ---    +++
    list its members              +++    +++    +++        +++     ---    +++
    find it by name               +--    +--    +--        +--     ---    +--
    ask for its address           +--    +--    +--        +--     ---    +--
    list its topics               a--    a--    a--        a--     ---    a--
    read its history              a--    a--    a--        a--     ---    a--
    read a message                a--    a--    a--        a--     ---    a--
    react to a message            +--    +--    +--        +--     ---    +--
    post                          +--    +--    +--        +--     ---    +--
    mute a topic                  +--    +--    +--        +--     ---    +--
    describe it                   +++    +++    +++        +++     ---    +++
    change who reads it           +--    +--    +--        +--     ---    +--
    archive it                    +++    +++    +++        +++     ---    +++
    add others                    +--    +--    +--        +--     ---    +--
    add others, where nobody may  +--    +--    +--        +--     ---    +--
    remove others                 +++    +++    +++        +++     ---    +++
    subscribe oneself             +--    +--    +--        +--     ---    +--`,
  ],
  [
    'can_add_subscribers_group',
    `                             owner  admin  moderator  member  guest  bot
    see                           +++    +++    +++        +++     ---    +++
    list its members              +++    +++    +++        +++     ---    +++
    find it by name               +++    +++    +++        +++     ---    +++
    ask for its address           +++    +++    +++        +++     ---    +++
    list its topics               aa0    aa0    aa0        aa0     ---    aa0
    read its history              aa-    aa-    aa-        aa-     ---    aa-
    read a message                aa-    aa-    aa-        aa-     ---    aa-
    react to a message            ++-    ++-    ++-        ++-     ---    ++-
    post                          ++-    ++-    ++-        ++-     ---    ++-
    mute a topic                  +++    +++    +++        +++     ---    +++
    describe it                   +++    +++    ---        ---     ---    ---
    change who reads it           +++    +++    ---        ---     ---    ---
    archive it                    +++    +++    ---        ---     ---    ---
    add others                    +++    +++    +++        +++     ---    +++
    add others, where nobody may  +++    +++    +++        +++     ---    +++
    remove others                 +++    +++    ---        ---     ---    ---
    subscribe oneself             +++    +++    +++        +++     ---    +++`,
  ],
  [
    'can_subscribe_group',
    `                             owner  admin  moderator  member  guest  bot
    see                           +++    +++    +++        +++     ---    +++
    list its members              +++    +++    +++        +++     ---    +++
    find it by name               +++    +++    +++        +++     ---    +++
    ask for its address           +++    +++    +++        +++     ---    +++
    list its topics               aa0    aa0    aa0        aa0     ---    aa0
    read its history              aa-    aa-    aa-        aa-     ---    aa-
    read a message                aa-    aa-    aa-        aa-     ---    aa-
    react to a message            ++-    ++-    ++-        ++-     ---    ++-
    post                          ++-    ++-    ++-        ++-     ---    ++-
    mute a topic                  +++    +++    +++        +++     ---    +++
    describe it                   +++    +++    ---        ---     ---    ---
    change who reads it           +++    +++    ---        ---     ---    ---
    archive it                    +++    +++    ---        ---     ---    ---
    add others                    +++    +++    +++        +++     ---    +++
    add others, where nobody may  +++    +++    ---        ---     ---    ---
    remove others                 +++    +++    ---        ---     ---    ---
    subscribe oneself             +++    +++    +++        +++     ---    +++`,
  ],
  [
    'can_remove_subscribers_group',
    `                             owner  admin  moderator  member  guest  bot
    see                           +++    +++    +--        +--     ---    +--
    list its topics               a--    a--    a--        a--     ---    a--
    read a message                a--    a--    a--        a--     ---    a--
    post                          +--    +--    +--        +--     ---    +--
    describe it                   +++    +++    ---        ---     ---    ---
    add others, where nobody may  +--    +--    ---        ---     ---    ---
    remove others                 +++    +++    +--        +--     ---    +--
    subscribe oneself             +--    +--    +--        +--     ---    +--`,
  ],
  [
    'can_send_message_group',
    `                             owner  admin  moderator  member  guest  bot
    see                           +++    +++    +--        +--     ---    +--
    list its topics               a--    a--    a--        a--     ---    a--
    read a message                a--    a--    a--        a--     ---    a--
    post                          +--    +--    +--        +--     ---    +--
    describe it                   +++    +++    ---        ---     ---    ---
    add others, where nobody may  +--    +--    ---        ---     ---    ---
    remove others                 +++    +++    ---        ---     ---    ---
    subscribe oneself             +--    +--    +--        +--     ---    +--`,
  ],
]

export type Cells = Record<string, Record<string, string>>

/** Rows by their label, cells by role. */
export function parseTable(table: string): Cells {
  const [head = '', ...lines] = table.split('\n').map((line) => line.trim())
  const columns = head.split(/\s+/)
  const rows = lines.map((line) => {
    const cells = line.split(/\s{2,}/)
    return [cells[0], Object.fromEntries(columns.map((role, n) => [role, cells[n + 1]]))]
  })
  return Object.fromEntries(rows)
}

/** The table with every kind spelled out. */
export function forEachKind(table: string, kinds: readonly string[]): Cells {
  const rows = Object.entries(parseTable(table))
  return Object.fromEntries(
    kinds.map((kind) => [kind, rows.find(([label]) => label === 'any' || kind.startsWith(label))?.[1] ?? {}]),
  )
}
