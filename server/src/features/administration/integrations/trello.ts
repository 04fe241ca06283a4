import { byEvent, type Describe, phrased, sentences } from './handlers.ts'
import type { Integration } from './integration.ts'
import { link, plain, time, topicOf } from './markup.ts'
import { isTrueAt, textAt, valueAt } from './read.ts'

const boardOf = (payload: unknown) => textAt(payload, 'action.data.board.name', 'model.name') || 'Trello'
const actorOf = (payload: unknown) =>
  plain(textAt(payload, 'action.memberCreator.fullName', 'action.memberCreator.username')) || 'Someone'

const card: Describe = (payload) => {
  const name = textAt(payload, 'action.data.card.name') || 'a card'
  const id = textAt(payload, 'action.data.card.shortLink')
  return {
    topic: topicOf(boardOf(payload), name),
    values: {
      actor: actorOf(payload),
      it: link(name, id && `https://trello.com/c/${id}`),
      completeness: isTrueAt(payload, 'action.data.card.dueComplete') ? 'complete' : 'incomplete',
      due: time(textAt(payload, 'action.data.card.due')) || 'none',
    },
  }
}

const board: Describe = (payload) => {
  const id = textAt(payload, 'action.data.board.shortLink')
  return {
    topic: boardOf(payload),
    values: { actor: actorOf(payload), it: link(boardOf(payload), id && `https://trello.com/b/${id}`) },
  }
}

/** The old values of an update name the changed fields. A position is not worth a message. */
const changeOf =
  (field: string, ...changes: string[]) =>
  (payload: unknown): string => {
    const change = changes.find((name) => valueAt(payload, `action.data.old.${name}`) !== undefined) ?? ''
    if (change !== 'closed') return change
    return isTrueAt(payload, `action.data.${field}.closed`) ? 'archived' : 'restored'
  }

const updateCard = phrased(
  card,
  {
    idList: '{actor} moved {it} from {action.data.listBefore.name} to {action.data.listAfter.name}.',
    archived: '{actor} archived {it}.',
    restored: '{actor} restored {it}.',
    name: '{actor} renamed {it}, which was “{action.data.old.name}”.',
    desc: '{actor} changed the description of {it}.{>action.data.card.desc}',
    dueComplete: '{actor} marked {it} as {completeness}.',
    due: '{actor} changed the due date of {it} to {due}.',
  },
  changeOf('card', 'idList', 'closed', 'name', 'desc', 'dueComplete', 'due'),
)

const updateList = phrased(
  board,
  {
    archived: '{actor} archived the list {action.data.list.name} of {it}.',
    restored: '{actor} restored the list {action.data.list.name} of {it}.',
    name: '{actor} renamed the list {action.data.list.name} of {it}, which was “{action.data.old.name}”.',
  },
  changeOf('list', 'closed', 'name'),
)

const updateBoard = phrased(
  board,
  {
    archived: '{actor} closed the board {it}.',
    restored: '{actor} reopened the board {it}.',
    name: '{actor} renamed the board {it}, which was “{action.data.old.name}”.',
    desc: '{actor} changed the description of the board {it}.',
  },
  changeOf('board', 'closed', 'name', 'desc'),
)

const member = '{action.member.fullName|action.data.member.name}'
const label = '`{action.data.label.name|action.data.label.color}`'
const item = '{action.data.checkItem.name}'
const checklist = '{action.data.checklist.name}'

const cardPhrases = {
  createCard: '{actor} created {it} in {action.data.list.name}.{>action.data.card.desc}',
  copyCard: '{actor} copied {action.data.cardSource.name} to {it}.',
  deleteCard: '{actor} deleted a card from {action.data.list.name}.',
  moveCardToBoard: '{actor} moved {it} here from {action.data.boardSource.name}.',
  moveCardFromBoard: '{actor} moved {it} to {action.data.boardTarget.name}.',
  convertToCardFromCheckItem: '{actor} converted a checklist item to {it}.',
  commentCard: '{actor} commented on {it}.{>action.data.text}',
  updateComment: '{actor} edited a comment on {it}.{>action.data.action.text}',
  deleteComment: '{actor} deleted a comment on {it}.',
  addMemberToCard: `{actor} added ${member} to {it}.`,
  removeMemberFromCard: `{actor} removed ${member} from {it}.`,
  addLabelToCard: `{actor} added the label ${label} to {it}.`,
  removeLabelFromCard: `{actor} removed the label ${label} from {it}.`,
  addAttachmentToCard:
    '{actor} attached [{action.data.attachment.name}]({action.data.attachment.url}) to {it}.',
  deleteAttachmentFromCard: '{actor} removed the attachment {action.data.attachment.name} from {it}.',
  addChecklistToCard: `{actor} added the checklist ${checklist} to {it}.`,
  removeChecklistFromCard: `{actor} removed the checklist ${checklist} from {it}.`,
  createCheckItem: `{actor} added “${item}” to the checklist ${checklist} of {it}.`,
  deleteCheckItem: `{actor} removed “${item}” from the checklist ${checklist} of {it}.`,
  updateCheckItemStateOnCard: `{actor} marked “${item}” as {action.data.checkItem.state} on {it}.`,
}

const boardPhrases = {
  createBoard: '{actor} created the board {it}.',
  createList: '{actor} created the list {action.data.list.name} on {it}.',
  moveListToBoard: '{actor} moved the list {action.data.list.name} to {it}.',
  moveListFromBoard: '{actor} moved the list {action.data.list.name} away from {it}.',
  addMemberToBoard: `{actor} added ${member} to {it}.`,
  removeMemberFromBoard: `{actor} removed ${member} from {it}.`,
}

export const trello: Integration = {
  name: 'trello',
  title: 'Trello',
  category: 'Project management',
  description: 'Posts changes of cards, comments, checklists, lists and boards.',
  eventOf: (payload) => textAt(payload, 'action.type'),
  ...byEvent({
    updateCard,
    updateList,
    updateBoard,
    ...sentences(card, cardPhrases),
    ...sentences(board, boardPhrases),
  }),
}
