import { z } from 'zod'
import { shortText } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { sample } from '../example.ts'
import { reactionTypes } from '../objects/messages.ts'
import { skinTones } from '../objects/skin-tones.ts'
import { text } from '../param.ts'
import { emojiReasons } from '../reasons/shared.ts'

export const addReaction = endpoint({
  route: 'POST /messages/{message_id}/reactions',
  summary: 'Add an emoji reaction',
  notes:
    'Use this to react to a message. Without `emoji_code` and `reaction_type`, they follow from `emoji_name`; custom ' +
    'emoji come before built-in ones. If the message already has a reaction with the same emoji, its name is used. ' +
    '`skin_tone` is an extension of Loquat: other clients show the emoji without it.',
  auth: 'user',
  path: { message_id: 'int' },
  params: {
    emoji_name: text(shortText.min(1)),
    emoji_code: text(shortText.optional()),
    reaction_type: text(z.enum(reactionTypes).optional()),
    skin_tone: text(z.enum(skinTones).optional()),
  },
  example: { message_id: sample.message, emoji_name: 'tada' },
  reply: {},
  reasons: ['message-not-found', 'reaction-exists', 'reaction-skin-tone-unsupported', ...emojiReasons],
})

export const removeReaction = endpoint({
  route: 'DELETE /messages/{message_id}/reactions',
  summary: 'Remove an emoji reaction',
  notes:
    'Use this to remove your own reaction. Requires the name or the code of the emoji, and for custom emoji also the ' +
    'type.',
  auth: 'user',
  path: { message_id: 'int' },
  params: {
    emoji_name: text(shortText.optional()),
    emoji_code: text(shortText.optional()),
    reaction_type: text(z.enum(reactionTypes).default('unicode_emoji')),
  },
  example: { message_id: sample.message, emoji_name: 'tada' },
  reply: {},
  reasons: ['message-not-found', 'reaction-missing', 'reaction-emoji-missing', 'emoji-name-not-found'],
})
