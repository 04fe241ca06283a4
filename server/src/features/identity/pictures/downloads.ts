import { apiError } from '@loquat/contract'
import type { Download, DownloadContent } from '../../../http/reply/downloads.ts'
import { protocolNames } from '../../../markdown/emoji/unicode.ts'
import { isStockPicture, type StockPicture, stockPicture } from '../../../platform/stock-pictures.ts'
import { contentTypeOf } from './files.ts'

const daySeconds = 86_400

/**
 * Uploaded pictures need no authentication, because their names cannot be guessed. Names are never reused.
 */
const uploadedPictures: Download = {
  path: '/user_avatars/*',
  visit: async ({ app, part }) => {
    const key = `user_avatars/${part('*')}`
    const type = contentTypeOf(key)
    const file = type === undefined ? undefined : await app.files.get(key)
    if (type === undefined || file === undefined) throw apiError('picture-not-found')
    return { type, size: file.size, open: () => file.open(), keepFor: 'immutable' }
  },
}

async function stockContent(name: StockPicture, size: 'small' | 'medium'): Promise<DownloadContent> {
  const bytes = await stockPicture(name, size)
  return { type: 'image/png', size: bytes.length, open: () => bytes, keepFor: daySeconds }
}

const stockPictures: Download = {
  path: '/static/pictures/:name',
  visit: async ({ part }) => {
    const [, name = '', medium] = /^([a-z-]+?)(-medium)?\.png$/.exec(part('name')) ?? []
    if (!isStockPicture(name)) throw apiError('picture-not-found')
    return await stockContent(name, medium === undefined ? 'small' : 'medium')
  },
}

/** The product's own emoji, at the URL that messages use. */
const ownEmoji: Download = {
  path: '/static/generated/emoji/images/emoji/unicode/chat.png',
  visit: async () => await stockContent('chat', 'small'),
}

export const emojiNamesPath = '/static/emoji/names.json'

/** For clients without their own emoji table. */
const emojiNames: Download = {
  path: emojiNamesPath,
  visit: async () => {
    const bytes = Buffer.from(JSON.stringify({ code_to_names: protocolNames() }))
    return { type: 'application/json', size: bytes.length, open: () => bytes, keepFor: daySeconds }
  },
}

export const pictureDownloads: Download[] = [uploadedPictures, stockPictures, ownEmoji, emojiNames]
