import { areas } from '@loquat/contract'
import { implement } from '../../../http/implement.ts'
import { gifsOf } from './gifs.ts'

export const gifRoutes = implement(areas.gifs, {
  getGifs: async ({ app, realm, user, params }) => {
    const { provider, gifs, next } = await gifsOf(app).search(realm, user, params)
    return { provider, gifs, next_position: next }
  },
})
