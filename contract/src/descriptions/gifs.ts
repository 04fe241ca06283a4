/** GIFs of other services. */
export const gifDescriptions: Readonly<Record<string, string>> = {
  'getGifs.query': 'Words to search for. Without them, popular GIFs are returned.',
  'getGifs.position': 'The `next_position` of the previous page.',
  provider: 'The service that found the GIFs. Its terms require that clients name it.',
  gifs: 'The GIFs, at most 24.',
  next_position: 'Position of the next page; null if there is none.',
  'getGifs.id': 'ID of the GIF at the provider.',
  'getGifs.title': 'Title of the GIF; may be empty.',
  'getGifs.url': 'URL of the GIF, to be sent in a message.',
  'getGifs.width': 'Width in pixels.',
  'getGifs.height': 'Height in pixels.',
  preview_url: 'URL of a smaller version.',
  preview_width: 'Width of the smaller version in pixels.',
  preview_height: 'Height of the smaller version in pixels.',
  'getGifs.still_url': 'URL of a picture that does not move; null if there is none.',
}
