import type { Download } from '../http/reply/downloads.ts'
import { auditLogDownloads } from './administration/audit-log/downloads.ts'
import { uploadDownloads } from './conversation/uploads/downloads.ts'
import { avatarDownloads } from './identity/avatars/downloads.ts'
import { pictureDownloads } from './identity/pictures/downloads.ts'
import { dataCopyDownloads } from './reach/data-copies/downloads.ts'
import { discoveryDownloads } from './reach/discovery/downloads.ts'
import { exportDownloads } from './reach/exports/downloads.ts'
import { externalImageDownloads } from './reach/external-images/downloads.ts'

/** Pictures and files that are found outside the API. */
export const downloads: Download[] = [
  ...avatarDownloads,
  ...pictureDownloads,
  ...exportDownloads,
  ...discoveryDownloads,
  ...dataCopyDownloads,
  ...auditLogDownloads,
  ...externalImageDownloads,
  ...uploadDownloads,
]
