import { parseUrl } from '../lib/parse.ts'

/** Whether an avatar is an image of this server. Others are not loaded, and become initials. */
export const isOwnPicture = (url: string | null | undefined): boolean =>
  typeof url === 'string' && parseUrl(url, location.href)?.origin === location.origin
