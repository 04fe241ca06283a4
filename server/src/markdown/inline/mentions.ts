import type { NamedUser, RenderContext } from '../context.ts'
import type { Scope } from '../session.ts'
import { inline, type Node } from '../tree.ts'
import type { Pass } from './pass.ts'
import { replaceMatches } from './piece.ts'

/** Allowed before a mention or a channel link: the start, a space, or an opening character. */
export const opening = String.raw`(?<![^\s'"({[/<])`

const userMention = new RegExp(String.raw`${opening}@(_?)\*\*([^*]+)\*\*`, 'g')
const groupMention = new RegExp(String.raw`${opening}@(_?)\*([^*]+)\*`, 'g')

export const userMentions: Pass = {
  trigger: /@_?\*\*/,
  apply: (piece, scope) =>
    replaceMatches(piece, userMention, ([, silence, name = '']) => {
      const silent = scope.quoted || silence === '_'
      return wildcard(name, silent, scope) ?? user(name, silent, scope) ?? here(name, silent, scope)
    }),
}

export const groupMentions: Pass = {
  trigger: /@_?\*/,
  apply: (piece, { session, quoted }) =>
    replaceMatches(piece, groupMention, ([, silence, name = '']) => {
      const group = session.context.groupByName(name)
      if (group === undefined) return undefined
      const silent = quoted || silence === '_' || group.deactivated
      if (!silent) session.groups.add(group.id)
      return mention('user-group-mention', group.displayName, silent, {
        'data-user-group-id': String(group.id),
      })
    }),
}

const everyone = new Set(['all', 'everyone', 'channel', 'stream'])

function wildcard(name: string, silent: boolean, { session }: Scope): Node | undefined {
  if (everyone.has(name)) {
    if (!silent) session.channelWildcard = true
    return mention('user-mention channel-wildcard-mention', name, silent, { 'data-user-id': '*' })
  }
  if (name !== 'topic') return undefined
  if (!silent) session.topicWildcard = true
  return mention('topic-mention', name, silent, {})
}

/** People who are active now. An extension: it looks like `@topic`, and a user of this name comes first. */
function here(name: string, silent: boolean, { session }: Scope): Node | undefined {
  if (name !== 'here') return undefined
  if (!silent) session.hereWildcard = true
  return mention('topic-mention', name, silent, {})
}

function user(name: string, silence: boolean, { session }: Scope): Node | undefined {
  const user = userNamed(name, session.context)
  if (user === undefined) return undefined
  const silent = silence || !user.isActive
  if (!silent) session.users.add(user.id)
  return mention('user-mention', user.fullName, silent, { 'data-user-id': String(user.id) })
}

/** `Name`, `Name|12` or `|12`. With an ID, the name must be exactly that user's. */
function userNamed(name: string, context: RenderContext): NamedUser | undefined {
  const withId = /^([^|]*)\|(\d{1,15})$/.exec(name)
  if (withId === null) return context.userByName(name)
  const user = context.userById(Number(withId[2]))
  return withId[1] === '' || withId[1] === user?.fullName ? user : undefined
}

const mention = (kind: string, name: string, silent: boolean, attributes: Record<string, string>): Node =>
  inline('span', [silent ? name : `@${name}`], { class: silent ? `${kind} silent` : kind, ...attributes })
