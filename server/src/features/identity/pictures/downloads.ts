import { refuse } from '@loquat/contract'
import type { Content, Download } from '../../../http/downloads.ts'
import { protocolNames } from '../../../markdown/emoji/unicode.ts'
import { isStockPicture, type StockPicture, stockPicture } from '../../../platform/stock-pictures.ts'
import { typeOf } from './files.ts'

const day = 86_400

const nothing = () => refuse('NotFound', 'There is no such picture.')

/** Uploaded ones need no authentication: their names cannot be guessed. Names are never used twice. */
const uploaded: Download = {
  path: '/user_avatars/*',
  visit: async ({ app, part }) => {
    const key = `user_avatars/${part('*')}`
    const type = typeOf(key)
    const file = type === undefined ? undefined : await app.files.get(key)
    if (type === undefined || file === undefined) throw nothing()
    return { type, size: file.size, open: () => file.open(), keepFor: 'immutable' }
  },
}

async function ours(name: StockPicture, size: 'small' | 'medium'): Promise<Content> {
  const bytes = await stockPicture(name, size)
  return { type: 'image/png', size: bytes.length, open: () => bytes, keepFor: day }
}

const stock: Download = {
  path: '/static/pictures/:name',
  visit: async ({ part }) => {
    const [, name = '', medium] = /^([a-z-]+?)(-medium)?\.png$/.exec(part('name')) ?? []
    if (!isStockPicture(name)) throw nothing()
    return await ours(name, medium === undefined ? 'small' : 'medium')
  },
}

/** Where messages say that the emoji of the product itself is. */
const ownEmoji: Download = {
  path: '/static/generated/emoji/images/emoji/unicode/chat.png',
  visit: async () => await ours('chat', 'small'),
}

export const emojiNamesPath = '/static/emoji/names.json'

/** For clients that have no table of their own. */
const emojiNames: Download = {
  path: emojiNamesPath,
  visit: async () => {
    const bytes = Buffer.from(JSON.stringify({ code_to_names: protocolNames() }))
    return { type: 'application/json', size: bytes.length, open: () => bytes, keepFor: day }
  },
}

export const pictureDownloads: Download[] = [uploaded, stock, ownEmoji, emojiNames]
