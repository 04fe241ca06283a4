import { z } from 'zod'
import { string } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { gifProviders } from '../objects/gif-constants.ts'
import { gifObject } from '../objects/gifs.ts'
import { text } from '../param.ts'

export const getGifs = endpoint({
  route: 'GET /gifs',
  summary: 'Get GIFs',
  notes:
    'Use this to offer GIFs while a message is written. The server searches at the provider that its operator configured ' +
    '(`server_gif_provider`), with the rating of the organization (`realm_giphy_rating`). To send a GIF, link to it: `[](URL)`. ' +
    'Show previews through `/external_content/HEX`, and name the provider. This is an extension of Loquat.',
  auth: 'user',
  params: {
    query: text(string(100).default('')),
    position: text(string(200).default('')),
  },
  example: { query: 'plum' },
  reply: {
    provider: z.enum(gifProviders),
    gifs: z.array(gifObject),
    next_position: z.string().nullable(),
  },
  reasons: ['gifs-not-configured', 'gifs-disabled', 'gif-position-invalid', 'gif-provider-failed'],
})
