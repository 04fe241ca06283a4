import { arrayIn, indexIn, textIn } from '../lib/json.ts'
import type { WidgetAction } from './widget-action.ts'

export interface PollOption {
  /** By protocol: `canned,{i}` for options of the message, `{sender},{idx}` for added ones. */
  key: string
  text: string
  /** IDs of voters, in the order of their votes. */
  voters: readonly number[]
}
export interface FoldedPoll {
  kind: 'poll'
  question: string
  options: readonly PollOption[]
}

export function foldPoll(
  senderId: number,
  extra: Record<string, unknown>,
  actions: readonly WidgetAction[],
): FoldedPoll {
  let question = textIn(extra, 'question')
  const options: { key: string; text: string; voters: Set<number> }[] = []
  // Duplicate texts or keys are ignored.
  const add = (key: string, text: string) => {
    if (!options.some((one) => one.key === key || one.text === text))
      options.push({ key, text, voters: new Set() })
  }
  arrayIn(extra, 'options').forEach((text, index) => {
    if (typeof text === 'string') add(`canned,${index}`, text)
  })
  for (const action of actions) {
    const { content } = action
    if (content.type === 'question' && action.senderId === senderId) question = textIn(content, 'question')
    const index = indexIn(content, 'idx')
    if (content.type === 'new_option' && index !== undefined) {
      add(`${action.senderId},${index}`, textIn(content, 'option'))
    }
    const option = options.find((one) => one.key === content.key)
    if (content.type !== 'vote' || option === undefined) continue
    if (content.vote === 1) option.voters.add(action.senderId)
    else if (content.vote === -1) option.voters.delete(action.senderId)
  }
  return { kind: 'poll', question, options: options.map((one) => ({ ...one, voters: [...one.voters] })) }
}

/** The action that toggles a vote. */
export const voteFor = ({ key, voters }: PollOption, me: number) => ({
  type: 'vote' as const,
  key,
  vote: voters.includes(me) ? -1 : 1,
})

/** The action that adds an option; undefined if it exists. */
export function newOption({ options }: FoldedPoll, me: number, text: string) {
  const option = text.trim()
  if (option === '' || options.some((one) => one.text === option)) return undefined
  const mine = options.flatMap(({ key }) => {
    const [sender, index] = key.split(',')
    return sender === String(me) ? [Number(index)] : []
  })
  return { type: 'new_option' as const, option, idx: 1 + Math.max(-1, ...mine) }
}
