import type { BodyOf, BotObject, InitialState } from '@loquat/contract'
import { patch } from './people.ts'

export function withBot(state: InitialState, { bot }: BodyOf<'realm_bot:add'>): InitialState {
  const others = state.realm_bots?.filter((one) => one.user_id !== bot.user_id)
  return patch(state, { realm_bots: others && [...others, bot].sort((a, b) => a.user_id - b.user_id) })
}

export function withBotChange(state: InitialState, { bot }: BodyOf<'realm_bot:update'>): InitialState {
  return withChange(state, bot.user_id, bot)
}

export function withoutBot(state: InitialState, { bot }: BodyOf<'realm_bot:delete'>): InitialState {
  return patch(state, { realm_bots: state.realm_bots?.filter((one) => one.user_id !== bot.user_id) })
}

type Person = BodyOf<'realm_user:update'>['person']

/**
 * Bots are accounts, so account changes apply to them as well. Users who are not administrators have only their own
 * bots in the list.
 */
export function withAccountOfBot(state: InitialState, person: Person): InitialState {
  if ('role' in person) {
    if (person.user_id !== state.user_id || person.role <= 200) return state
    return patch(state, { realm_bots: state.realm_bots?.filter((bot) => bot.owner_id === state.user_id) })
  }
  return withChange(state, person.user_id, known(person))
}

function known(person: Person): Partial<BotObject> {
  if ('full_name' in person) return { full_name: person.full_name }
  if ('is_active' in person) return { is_active: person.is_active }
  if ('new_email' in person) return { email: person.new_email }
  if ('avatar_url' in person) return { avatar_url: person.avatar_url }
  if ('bot_owner_id' in person) return { owner_id: person.bot_owner_id }
  return {}
}

function withChange(state: InitialState, userId: number, change: Partial<BotObject>): InitialState {
  return patch(state, {
    realm_bots: state.realm_bots?.map((bot) => (bot.user_id === userId ? { ...bot, ...change } : bot)),
  })
}
