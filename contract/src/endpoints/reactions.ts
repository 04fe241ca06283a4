import { z } from 'zod'
import { shortText } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { sample } from '../example.ts'
import { reactionTypes } from '../objects/messages.ts'
import { text } from '../param.ts'

export const addReaction = endpoint({
  route: 'POST /messages/{message_id}/reactions',
  summary: 'React to a message with an emoji',
  notes:
    'Code and type that are not sent are those of the name: a custom emoji comes before a built-in one of the same name. ' +
    'Where somebody reacted with the same emoji before, their name for it is used.',
  auth: 'user',
  path: { message_id: 'int' },
  params: {
    emoji_name: text(shortText.min(1)),
    emoji_code: text(shortText.optional()),
    reaction_type: text(z.enum(reactionTypes).optional()),
  },
  example: { message_id: sample.message, emoji_name: 'tada' },
  reply: {},
  errors: ['ReactionExists'],
})

export const removeReaction = endpoint({
  route: 'DELETE /messages/{message_id}/reactions',
  summary: 'Take back a reaction',
  notes: 'Needs the name or the code of the emoji, and for a custom emoji also the type.',
  auth: 'user',
  path: { message_id: 'int' },
  params: {
    emoji_name: text(shortText.optional()),
    emoji_code: text(shortText.optional()),
    reaction_type: text(z.enum(reactionTypes).default('unicode_emoji')),
  },
  example: { message_id: sample.message, emoji_name: 'tada' },
  reply: {},
  errors: ['ReactionMissing'],
})
