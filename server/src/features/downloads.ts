import type { Download } from '../http/downloads.ts'
import { avatarDownloads } from './avatars/downloads.ts'
import { exportDownloads } from './exports/downloads.ts'
import { pictureDownloads } from './pictures/downloads.ts'
import { uploadDownloads } from './uploads/downloads.ts'

/** Pictures and files that are found outside the API. */
export const downloads: Download[] = [
  ...avatarDownloads,
  ...pictureDownloads,
  ...exportDownloads,
  ...uploadDownloads,
]
